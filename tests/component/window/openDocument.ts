import { Script } from 'node:vm';
import type { DOMWindow } from 'jsdom';
import { bundleConsole } from './bundleConsole.ts';
import { ConsoleWindow, type Elements, type PageParts } from './ConsoleWindow.ts';
import type { WindowContext } from './WindowContext.ts';

/** A document of the console, and its window. */
export interface OpenDocument {
  window: DOMWindow;
  elements: Elements;
  /** The product's response. */
  answer: Response;
  /** Number of changes of the document so far. */
  changes: () => number;
  /** Runs a test's code in the window; layout access throws meanwhile. */
  runQuery: <T>(query: () => T) => T;
  /** Ends it. A window that a test has changed shows no other document. */
  leave: (isChanged: boolean) => void;
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
  const isConsole = html.includes('id="root"');
  const sources = [...html.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, source]) => source as string);
  const page = {
    html,
    // A mocked response has no address of its own, and no response has the fragment.
    address: answer.url ? answer.url + new URL(address).hash : address,
    firstScripts: isConsole ? await Promise.all(sources.map((source) => firstScript(context, source))) : [],
  };
  const isPlain = isConsole && parts.initScripts.length === 0;
  const shown = (isPlain ? context.windows.pop() : undefined) ?? new ConsoleWindow(page, context);
  await shown.show(page, parts, isConsole ? await script : null);
  return {
    window: shown.window,
    elements: shown.elements,
    answer,
    changes: () => shown.changes,
    runQuery: (query) => shown.runQuery(query),
    leave(isChanged) {
      if (shown.leave(isChanged)) context.windows.push(shown);
    },
  };
}

function firstScript(context: WindowContext, path: string): Promise<string> {
  const known = firstScripts.get(path) ?? context.fetch(path).then((answer) => answer.text());
  firstScripts.set(path, known);
  return known;
}
