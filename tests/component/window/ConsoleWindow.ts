import type { Script } from 'node:vm';
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { addMissingBrowserApis, addStyle } from './addMissingBrowserApis.ts';
import { openStorage } from './openStorage.ts';
import type { WindowContext } from './WindowContext.ts';

/** The element search that the bundle adds to each window. */
export interface Elements {
  queryLocatorSelectorAll(selector: string, root?: unknown): Element[];
}

/** Parts that a page provides to each of its documents. */
export interface PageParts {
  context: WindowContext;
  sessionEntries: Map<string, string>;
  /** Runs the test's code in each document before the scripts of the page. */
  initScripts: readonly string[];
  fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  /** Loads the document of another address, or reloads its own. */
  load: (address: string) => void;
  /** Called when the document changes local storage; null = all of it was cleared. */
  onStored: (key: string | null, value: string | null) => void;
  /** Called with the errors and warnings of the document. */
  onFault: (kind: 'console' | 'pageerror', text: string) => void;
}

/** A page's HTML with its address. */
export interface LoadedPage {
  html: string;
  address: string;
  /** Scripts that run before the console. */
  firstScripts: readonly string[];
}

/** Number of documents that a window shows before it is replaced: each leaks a little memory. */
const mostDocuments = 20;

/** A listener of the window or the document that the console does not remove itself. */
type Listening = [target: EventTarget, ...Parameters<EventTarget['addEventListener']>];

/**
 * A window with the console's code that shows one document after the other: the code is evaluated once and stays warm,
 * because this takes most of the time of a new window. Each document has a console of its own, with no state of the one
 * before.
 */
export class ConsoleWindow {
  readonly #dom: JSDOM;
  readonly window: DOMWindow;
  #parts: PageParts | null = null;
  #documents = 0;
  #changes = 0;
  #isRunningTestCode = false;
  /** The React root of the document's console. */
  #root: Promise<{ unmount(): void }> | null = null;
  #ended: Promise<void> | null = null;
  #listening: Listening[] = [];
  readonly #timers = new Set<number>();

  constructor({ html, address }: LoadedPage, context: WindowContext) {
    const virtualConsole = new VirtualConsole();
    virtualConsole.on('jsdomError', (error) => this.#parts?.onFault('pageerror', error.stack ?? error.message));
    for (const kind of ['error', 'warn'] as const)
      virtualConsole.on(kind, (...messages: unknown[]) =>
        this.#parts?.onFault('console', messages.map(String).join(' ')),
      );
    this.#dom = new JSDOM(withoutFiles(html), {
      url: address,
      runScripts: 'outside-only',
      pretendToBeVisual: true,
      cookieJar: context.cookieJar,
      virtualConsole,
    });
    this.window = this.#dom.window;
    addMissingBrowserApis(this.window, () => this.#isRunningTestCode);
    this.#followTimers();
    this.window.addEventListener('click', (event) => followLink(event, (to) => this.#parts?.load(to)));
    const observer = new this.window.MutationObserver(() => (this.#changes += 1));
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(this.window.document, all);
  }

  get elements(): Elements {
    return (this.window as unknown as { elements: Elements }).elements;
  }

  /** Number of changes of its content so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Runs a test's code in the window; layout access throws meanwhile. */
  runQuery<T>(query: () => T): T {
    this.#isRunningTestCode = true;
    try {
      return query();
    } finally {
      this.#isRunningTestCode = false;
    }
  }

  /** Shows a document, the first or another one of the same origin; a page of the console starts it. */
  async show(page: LoadedPage, parts: PageParts, script: Script | null): Promise<void> {
    const { window } = this;
    if (this.#documents > 0) await this.#replaceDocument(page);
    this.#documents += 1;
    addStyle(window.document);
    this.#parts = parts;
    const { context } = parts;
    Object.assign(window, {
      fetch: parts.fetch,
      loadDocument: (to = window.location.href) => parts.load(to),
    });
    this.#store('localStorage', context.localEntries, parts.onStored);
    this.#store('sessionStorage', parts.sessionEntries);
    Object.defineProperty(window.navigator, 'onLine', { configurable: true, get: () => !context.isOffline });
    for (const each of parts.initScripts) window.eval(each);
    if (!script) return;
    for (const source of page.firstScripts) window.eval(source);
    if (this.#documents === 1) script.runInContext(this.#dom.getInternalVMContext());
    this.#start();
  }

  /**
   * Unmounts the console of its document. Returns false if the window cannot be reused because a test has changed it.
   */
  leave(isChanged: boolean): boolean {
    const { window } = this;
    const isReusable = this.#parts?.initScripts.length === 0 && !isChanged && this.#documents < mostDocuments;
    window.dispatchEvent(new window.PageTransitionEvent('pagehide'));
    this.#parts = null;
    if (!this.#root || !isReusable) {
      window.close();
      return false;
    }
    // A browser would not run what a console does while it ends.
    Object.assign(window, { fetch: () => new Promise(() => {}), loadDocument: () => {} });
    this.#store('localStorage', new Map());
    this.#store('sessionStorage', new Map());
    this.#ended = this.#root.then((root) => root.unmount());
    for (const [target, ...listener] of this.#listening.splice(0)) target.removeEventListener(...listener);
    // The router has replaced these with its own.
    for (const name of ['pushState', 'replaceState']) Reflect.deleteProperty(window.history, name);
    return true;
  }

  #store(
    name: 'localStorage' | 'sessionStorage',
    entries: Map<string, string>,
    onStored: PageParts['onStored'] = () => {},
  ) {
    const value = openStorage(entries, this.window, onStored);
    Object.defineProperty(this.window, name, { configurable: true, value });
  }

  #start(): void {
    const { window } = this;
    const { document } = window;
    const { startConsole } = window as unknown as {
      startConsole: (container: HTMLElement | null) => Promise<{ unmount(): void }>;
    };
    // Components remove their listeners; those added at startup live as long as the document in a browser.
    const targets: EventTarget[] = [window, document];
    for (const target of targets) {
      target.addEventListener = (...listener) => {
        // React adds this one once for all roots of a document.
        if (listener[0] !== 'selectionchange') this.#listening.push([target, ...listener]);
        window.EventTarget.prototype.addEventListener.apply(target, listener);
      };
    }
    this.#root = startConsole(document.getElementById('root')).finally(() => {
      for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
    });
  }

  async #replaceDocument({ html, address }: LoadedPage): Promise<void> {
    const { window } = this;
    const { document } = window;
    await this.#ended;
    for (const id of this.#timers) window.clearTimeout(id);
    this.#timers.clear();
    window.history.replaceState(null, '', address);
    const next = new window.DOMParser().parseFromString(withoutFiles(html), 'text/html');
    const root = document.documentElement;
    for (const { name } of [...root.attributes]) root.removeAttribute(name);
    for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
    document.head.replaceChildren(...next.head.childNodes);
    document.body = document.adoptNode(next.body);
  }

  /** Tracks timers and other deferred work, so that no work of a document runs in the next one. */
  #followTimers(): void {
    const { window } = this;
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const set = window[name].bind(window) as (...given: unknown[]) => number;
      Object.assign(window, {
        [name]: (run: unknown, ms?: number, ...given: unknown[]) => {
          const id = set(run, ms, ...given);
          if (ms !== undefined && ms > 0) this.#timers.add(id);
          return id;
        },
      });
    }
  }
}

/** The page without the files that a browser would load: the bundle is already in the window. */
function withoutFiles(html: string): string {
  return html.replaceAll(/<(script[^>]* src=[^>]*><\/script|link[^>]*)>/g, '');
}

/** Follows a link that the console leaves to the browser if it leads to another document in the same window. */
function followLink(event: MouseEvent, load: (address: string) => void): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target !== '' || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  load(link.href);
}
