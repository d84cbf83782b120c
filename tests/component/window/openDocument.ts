import { Script } from 'node:vm';
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { addMissing } from './addMissing.ts';
import { bundleConsole } from './bundleConsole.ts';
import { openStorage } from './openStorage.ts';
import type { WindowContext } from './WindowContext.ts';

/** The search of elements, which the bundle puts into each window. */
interface Elements {
  queryLocatorSelectorAll(selector: string, root?: unknown): Element[];
}

/** A document of the console, and its window. */
export interface OpenDocument {
  dom: JSDOM;
  window: DOMWindow;
  elements: Elements;
  /** What the product answered. */
  answer: Response;
  /** How often the document has changed so far. */
  changes: () => number;
  /** Runs what a test asks of the window; layouts are refused meanwhile. */
  ask: <T>(question: () => T) => T;
}

/** What a page gives each of its documents. */
interface PageParts {
  context: WindowContext;
  sessionEntries: Map<string, string>;
  /** What a test runs in each document before the scripts of the page. */
  initScripts: readonly string[];
  fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  /** Loads the document of another address, or its own anew. */
  load: (address: string) => void;
  /** Hears of what the document puts into the local storage; null = all of it. */
  onStored: (key: string | null, value: string | null) => void;
  /** Hears of the errors and warnings of the document. */
  onFault: (kind: 'console' | 'pageerror', text: string) => void;
}

let script: Promise<Script> | null = null;

/** The product's small scripts that a page runs before its own, by address. */
const firstScripts = new Map<string, Promise<string>>();

/** Loads a page of the product, as a browser does that has its scripts already. */
export async function openDocument(address: string, parts: PageParts): Promise<OpenDocument> {
  script ??= bundleConsole().then((source) => new Script(source, { filename: 'console.js' }));
  const { context } = parts;
  const answer = await parts.fetch(address, { headers: { accept: 'text/html' } });
  const html = await answer.clone().text();
  const sources = [...html.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, source]) => source as string);
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', (error) => parts.onFault('pageerror', error.stack ?? error.message));
  for (const kind of ['error', 'warn'] as const)
    virtualConsole.on(kind, (...said: unknown[]) => parts.onFault('console', said.map(String).join(' ')));
  const dom = new JSDOM(html.replaceAll(/<(script[^>]* src=[^>]*><\/script|link[^>]*)>/g, ''), {
    // What a test answers has no address of its own.
    url: answer.url || address,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    cookieJar: context.cookieJar,
    virtualConsole,
  });
  const { window } = dom;
  let isAsked = false;
  addMissing(window, () => isAsked);
  Object.assign(window, { fetch: parts.fetch, loadDocument: (to = window.location.href) => parts.load(to) });
  window.addEventListener('click', (event) => followLink(event, parts.load));
  for (const [name, entries, onStored] of [
    ['localStorage', context.localEntries, parts.onStored],
    ['sessionStorage', parts.sessionEntries, () => {}],
  ] as const)
    Object.defineProperty(window, name, { configurable: true, value: openStorage(entries, window, onStored) });
  Object.defineProperty(window.navigator, 'onLine', { get: () => !context.isOffline });
  for (const each of parts.initScripts) window.eval(each);
  const isConsole = html.includes('id="root"');
  if (isConsole) {
    for (const source of sources) window.eval(await firstScript(context, source));
    (await script).runInContext(dom.getInternalVMContext());
  }
  let changes = 0;
  const observer = new window.MutationObserver(() => (changes += 1));
  observer.observe(window.document, { subtree: true, childList: true, attributes: true, characterData: true });
  const { elements } = window as unknown as { elements: Elements };
  return {
    dom,
    window,
    elements,
    answer,
    changes: () => changes,
    ask(question) {
      isAsked = true;
      try {
        return question();
      } finally {
        isAsked = false;
      }
    },
  };
}

/** Follows a link that the console leaves to the browser, if it leads to another document in the same window. */
function followLink(event: MouseEvent, load: (address: string) => void): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target !== '' || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  load(link.href);
}

function firstScript(context: WindowContext, path: string): Promise<string> {
  const known = firstScripts.get(path) ?? context.fetch(path).then((answer) => answer.text());
  firstScripts.set(path, known);
  return known;
}
