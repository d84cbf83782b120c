import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Finder } from './Finder.ts';
import { asTyped, keySequence } from './keySequence.ts';
import { openDocument, type OpenDocument } from './openDocument.ts';
import type { WindowContext } from './WindowContext.ts';
import { type InputFile, WindowLocator } from './WindowLocator.ts';
import { matchesUrl, type UrlPattern, WindowNetwork, WindowRequest, WindowResponse } from './WindowNetwork.ts';

/** How long something is awaited, as in the tests with a browser, in ms. */
const defaultTimeoutMs = 15_000;

/** Until a page is looked at again of which something is awaited, in ms: seldom once it lets itself be waited for. */
const untilNextLook = (looks: number) => (looks < 10 ? 15 : 60);

/** How long a page makes no call that is said to be idle, by Playwright's rule, in ms. */
const idleAfter = 500;

/** What a page may print or throw; `console` has a type and a text, `pageerror` a message and a stack. */
interface Fault {
  kind: 'console' | 'pageerror';
  text: string;
}

/**
 * A page of the console in a window without a browser, with those methods of Playwright's Page that such a page can answer.
 * What needs a layout, a download or another tab is for a test with a browser.
 */
export class WindowPage extends Finder {
  readonly #context: WindowContext;
  readonly #network: WindowNetwork;
  readonly #sessionEntries = new Map<string, string>();
  readonly #initScripts: string[] = [];
  #onFault: (fault: Fault) => void = () => {};
  readonly #errorListeners = new Set<(error: Error) => void>();
  #document: OpenDocument | null = null;
  /** The document that is on its way, and its address. */
  #loading: { address: string; opened: Promise<unknown> } | null = null;
  #loads = 0;
  #user: UserEvent | null = null;
  /** Whether the test has run something of its own in the document. */
  #isChanged = false;
  #isClosed = false;

  constructor(context: WindowContext) {
    super();
    this.#context = context;
    this.#network = new WindowNetwork(context);
  }

  context(): WindowContext {
    return this.#context;
  }

  get request(): WindowContext['request'] {
    return this.#context.request;
  }

  /** Whoever is to hear of what the page prints as error or warning, and of what it throws. */
  listenForFaults(listener: (fault: Fault) => void): void {
    this.#onFault = listener;
  }

  async goto(path: string): Promise<WindowResponse> {
    const address = new URL(path, this.#document?.window.location.href ?? this.#context.baseUrl).href;
    this.#leave();
    const opened = this.#openDocument(address);
    this.#loading = { address, opened };
    const shown = await opened.finally(() => (this.#loading = null));
    this.#document = shown;
    this.#loads += 1;
    this.#user = userEvent.setup({
      document: shown.window.document,
      delay: null,
      pointerEventsCheck: 0,
      applyAccept: false,
    });
    if (this.#isClosed) this.#leave();
    return new WindowResponse(shown.answer, new WindowRequest(address, {}));
  }

  /** Waits until the page has loaded a document, its own or another. */
  async waitForEvent(kind: string): Promise<void> {
    if (kind !== 'load') throw new Error(`a page without a browser tells nothing of ${kind}`);
    const before = this.#loads;
    await this.waitUntil('a document to be loaded', () => this.#loads > before || null);
  }

  async reload(): Promise<WindowResponse> {
    return this.goto(this.url());
  }

  /** Has a script run in each document that is opened from now on, before those of the page. */
  async addInitScript(script: string | (() => unknown)): Promise<void> {
    this.#initScripts.push(typeof script === 'string' ? script : `(${String(script)})()`);
  }

  readonly clock = {
    /** Sets the clock of the documents that are opened from now on; it goes on from there. */
    setSystemTime: async (time: number | Date) => {
      const ahead = Number(time) - Date.now();
      await this.addInitScript(`Date = class extends Date {
        constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()); }
        static now() { return super.now() + ${ahead}; }
      }`);
    },
  };

  /** A page that is open is loaded; it is idle once it has made no call for a while. */
  async waitForLoadState(state: 'load' | 'domcontentloaded' | 'networkidle' = 'load'): Promise<void> {
    if (state !== 'networkidle') return;
    await this.waitUntil('the network to be idle', () => this.#network.quietFor() >= idleAfter || null);
  }

  async goBack(): Promise<void> {
    await this.#travel(-1);
  }

  async goForward(): Promise<void> {
    await this.#travel(1);
  }

  url(): string {
    return this.#document?.window.location.href ?? this.#loading?.address ?? 'about:blank';
  }

  async title(): Promise<string> {
    return this.#shown().window.document.title;
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    this.#leave();
    this.#isClosed = true;
  }

  async evaluate(question: PageQuery, given?: unknown): Promise<unknown> {
    this.#isChanged = true;
    return this.runQuery(question, given);
  }

  readonly keyboard = {
    press: (keys: string) => this.act((user) => user.keyboard(keySequence(keys))),
    type: (text: string) => this.act((user) => user.keyboard(asTyped(text))),
    down: (key: string) => this.act((user) => user.keyboard(`{${key}>}`)),
    up: (key: string) => this.act((user) => user.keyboard(`{/${key}}`)),
  };

  /** Does something as who uses the page would, and lets the page answer it: one frame. */
  async act(doing: (user: UserEvent) => Promise<unknown>): Promise<void> {
    await this.#loading?.opened;
    await doing(this.#user as UserEvent);
    await this.passFrames(1);
  }

  /** Lets so many frames pass, or ends with the document. */
  async passFrames(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed += 1) {
      const window = this.#document?.window;
      if (!window || window.closed) return;
      await new Promise<void>((resolve) => {
        const end = () => {
          window.removeEventListener('pagehide', end);
          resolve();
        };
        window.requestAnimationFrame(end);
        window.addEventListener('pagehide', end);
      });
    }
  }

  async waitForURL(pattern: UrlPattern): Promise<void> {
    const reached = () => matchesUrl(pattern, new URL(this.url())) || null;
    await this.waitUntil(`the address to be ${String(pattern)}`, reached);
  }

  async waitForFunction(question: PageQuery, given?: unknown): Promise<void> {
    const end = Date.now() + defaultTimeoutMs;
    for (let looks = 0; ; await sleep(untilNextLook((looks += 1)))) {
      if (await this.runQuery(question, given)) return;
      if (Date.now() > end) throw this.#tooLate(String(question), defaultTimeoutMs);
    }
  }

  waitForRequest(wanted: string | RegExp | ((request: WindowRequest) => boolean)): Promise<WindowRequest> {
    return this.#heard('request', (request) => isMeant(wanted, request));
  }

  waitForResponse(wanted: string | RegExp | ((answer: WindowResponse) => boolean)): Promise<WindowResponse> {
    return this.#heard('response', (answer) => isMeant(wanted, answer));
  }

  async waitForTimeout(ms: number): Promise<void> {
    await sleep(ms);
  }

  async route(...given: Parameters<WindowNetwork['route']>): Promise<void> {
    this.#network.route(...given);
  }

  async unroute(...given: Parameters<WindowNetwork['unroute']>): Promise<void> {
    this.#network.unroute(...given);
  }

  on(kind: 'request' | 'response' | 'pageerror', listener: never): void {
    if (kind === 'pageerror') this.#errorListeners.add(listener);
    else if (kind === 'request' || kind === 'response') this.#network.on(kind, listener);
    else throw new Error(`a page without a browser tells nothing of ${String(kind)}`);
  }

  off(kind: 'request' | 'response' | 'pageerror', listener: never): void {
    if (kind === 'pageerror') this.#errorListeners.delete(listener);
    else this.#network.off(kind, listener);
  }

  /** Elements of a selector, in the order of the document. */
  find(selector: string): HTMLElement[] {
    if (this.#loading) return [];
    const { elements, window } = this.#shown();
    return elements.queryLocatorSelectorAll(selector, window.document) as HTMLElement[];
  }

  /** Runs a question of the test in the window; its answer is one of the test's realm, as that of a browser is. */
  async runQuery(question: PageQuery, ...given: unknown[]): Promise<unknown> {
    await this.#loading?.opened;
    const { window, runQuery } = this.#shown();
    const run = window.eval(typeof question === 'string' ? `() => ${question}` : `(${String(question)})`) as PageQuery;
    const answer: unknown = await runQuery(() => (run as (...given: unknown[]) => unknown)(...given));
    return typeof answer === 'object' && answer !== null ? structuredClone(answer) : answer;
  }

  /** Looks until something is there; throws when that takes too long. */
  async waitUntil<T>(what: string, found: () => T | null, timeout = defaultTimeoutMs): Promise<T> {
    const end = Date.now() + timeout;
    let seen = -1;
    for (let looks = 0; ; await sleep(untilNextLook((looks += 1)))) {
      const changes = this.#document?.changes() ?? 0;
      // Without a change of the document only values and the address can be new.
      const value = changes === seen && looks % 4 > 0 ? null : found();
      seen = changes;
      if (value !== null) return value;
      if (Date.now() > end) throw this.#tooLate(what, timeout);
    }
  }

  /** Puts a value into a box, past what React remembers of it, and says that it was typed. */
  setValue(box: HTMLInputElement | HTMLTextAreaElement, value: string): void {
    const { window } = this.#shown();
    const { prototype } = box.matches('textarea') ? window.HTMLTextAreaElement : window.HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, value);
    this.dispatch(box, 'input', {});
    if (/^(date|time|datetime-local|month|range|color)$/.test(box.type)) this.dispatch(box, 'change', {});
  }

  async setFiles(box: HTMLInputElement, files: InputFile[]): Promise<void> {
    const { File } = this.#shown().window;
    const read = async (file: InputFile) =>
      typeof file === 'string'
        ? new File([await readFile(file)], basename(file))
        : new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType });
    const chosen = await Promise.all(files.map(read));
    await this.act((user) => user.upload(box, chosen));
  }

  dispatch(element: HTMLElement, type: string, init: EventInit): void {
    const { Event } = this.#shown().window;
    element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true, composed: true, ...init }));
  }

  /** Lets the document hear that another one has put something into the local storage. */
  dispatchStorageEvent(key: string | null, newValue: string | null): void {
    if (!this.#document) return;
    const { window } = this.#document;
    window.dispatchEvent(new window.StorageEvent('storage', { key, newValue }));
  }

  /** Lets the document hear that the connection is there or gone. */
  changeConnection(): void {
    const { window } = this.#shown();
    window.dispatchEvent(new window.Event(this.#context.isOffline ? 'offline' : 'online'));
  }

  protected override within(selector: string): WindowLocator {
    return new WindowLocator(this, selector);
  }

  #shown(): OpenDocument {
    if (!this.#document) throw new Error('no document is open in this page');
    return this.#document;
  }

  #openDocument(address: string): Promise<OpenDocument> {
    return openDocument(address, {
      context: this.#context,
      sessionEntries: this.#sessionEntries,
      initScripts: this.#initScripts,
      fetch: (input, init) => this.#network.fetch(input, init),
      load: (to) => this.#loadSoon(to),
      onStored: (key, value) => this.#context.notifyOthers(this, key, value),
      onFault: (kind, text) => {
        this.#onFault({ kind, text });
        if (kind === 'pageerror') for (const listener of this.#errorListeners) listener(new Error(text));
      },
    });
  }

  /** Loads a document as soon as the script that asks for it is done. */
  #loadSoon(address: string): void {
    const left = this.#document;
    setTimeout(() => {
      if (this.#document !== left || left === null) return;
      this.goto(address).catch((error: unknown) => this.#onFault({ kind: 'pageerror', text: String(error) }));
    }, 0);
  }

  #leave(): void {
    if (!this.#document) return;
    this.#network.end();
    this.#document.leave(this.#isChanged);
    this.#document = null;
    this.#user = null;
    this.#isChanged = false;
  }

  async #travel(steps: number): Promise<void> {
    const { window } = this.#shown();
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await Promise.race([
      moved,
      sleep(defaultTimeoutMs).then(() => Promise.reject(this.#tooLate('the history to move', defaultTimeoutMs))),
    ]);
  }

  #heard<K extends 'request' | 'response', T extends (K extends 'request' ? WindowRequest : WindowResponse)>(
    kind: K,
    isWanted: (subject: T) => boolean,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (subject: T) => {
        if (!isWanted(subject)) return;
        end();
        resolve(subject);
      };
      const late = setTimeout(() => {
        end();
        reject(this.#tooLate(`a ${kind}`, defaultTimeoutMs));
      }, defaultTimeoutMs);
      const end = () => {
        clearTimeout(late);
        this.#network.off(kind, listener);
      };
      this.#network.on(kind, listener as never);
    });
  }

  #tooLate(what: string, ms: number): Error {
    const text = this.#document?.window.document.body.textContent.replaceAll(/\s+/g, ' ').slice(0, 1500);
    return new Error(`waited ${ms} ms for ${what}\nat ${this.url()}, which shows: ${text}`);
  }
}

/** A function that runs in the window, or an expression. */
type PageQuery = string | ((...given: never[]) => unknown);

/** Whether a call is the one that is awaited: by its address, or by what a function says of it. */
function isMeant<T extends { url(): string }>(
  wanted: string | RegExp | ((subject: T) => boolean),
  subject: T,
): boolean {
  return typeof wanted === 'function' ? wanted(subject) : matchesUrl(wanted, new URL(subject.url()));
}
