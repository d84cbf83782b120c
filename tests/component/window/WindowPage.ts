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

/** Default timeout in ms, as in the tests with a browser. */
const defaultTimeoutMs = 15_000;

/** Polling interval in ms; longer after the first polls. */
const untilNextLook = (looks: number) => (looks < 10 ? 15 : 60);

/** Milliseconds without a call after which a page is idle, by Playwright's rule. */
const idleAfter = 500;

/** Messages and exceptions of a page; `console` has a type and a text, `pageerror` a message and a stack. */
interface Fault {
  kind: 'console' | 'pageerror';
  text: string;
}

/**
 * A page of the console in a window without a browser, with those methods of Playwright's Page that work there. Layout,
 * downloads and other tabs need a test with a browser.
 */
export class WindowPage extends Finder {
  readonly #context: WindowContext;
  readonly #network: WindowNetwork;
  readonly #sessionEntries = new Map<string, string>();
  readonly #initScripts: string[] = [];
  #onFault: (fault: Fault) => void = () => {};
  readonly #errorListeners = new Set<(error: Error) => void>();
  #document: OpenDocument | null = null;
  /** The document being loaded, and its address. */
  #loading: { address: string; opened: Promise<unknown> } | null = null;
  #loads = 0;
  #user: UserEvent | null = null;
  /** True when the test has run code of its own in the document. */
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

  /** Listeners for errors and warnings that the page prints, and for exceptions. */
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
    if (kind !== 'load') throw new Error(`a page without a browser has no event ${kind}`);
    const before = this.#loads;
    await this.waitUntil('a document to be loaded', () => this.#loads > before || null);
  }

  async reload(): Promise<WindowResponse> {
    return this.goto(this.url());
  }

  /** Adds a script that runs in each document opened from now on, before those of the page. */
  async addInitScript(script: string | (() => unknown)): Promise<void> {
    this.#initScripts.push(typeof script === 'string' ? script : `(${String(script)})()`);
  }

  readonly clock = {
    /** Sets the clock of the documents opened from now on; it continues from there. */
    setSystemTime: async (time: number | Date) => {
      const ahead = Number(time) - Date.now();
      await this.addInitScript(`Date = class extends Date {
        constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()); }
        static now() { return super.now() + ${ahead}; }
      }`);
    },
  };

  /** An open page is loaded; it is idle once it has made no call for a while. */
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

  /** Performs a user action, and lets the page handle it for one frame. */
  async act(doing: (user: UserEvent) => Promise<unknown>): Promise<void> {
    await this.#loading?.opened;
    await doing(this.#user as UserEvent);
    await this.passFrames(1);
  }

  /** Waits for a number of frames, or until the document ends. */
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

  waitForRequest(matcher: string | RegExp | ((request: WindowRequest) => boolean)): Promise<WindowRequest> {
    return this.#awaitEvent('request', (request) => matches(matcher, request));
  }

  waitForResponse(matcher: string | RegExp | ((answer: WindowResponse) => boolean)): Promise<WindowResponse> {
    return this.#awaitEvent('response', (answer) => matches(matcher, answer));
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
    else throw new Error(`a page without a browser has no event ${String(kind)}`);
  }

  off(kind: 'request' | 'response' | 'pageerror', listener: never): void {
    if (kind === 'pageerror') this.#errorListeners.delete(listener);
    else this.#network.off(kind, listener);
  }

  /** Elements of a selector, in document order. */
  find(selector: string): HTMLElement[] {
    if (this.#loading) return [];
    const { elements, window } = this.#shown();
    return elements.queryLocatorSelectorAll(selector, window.document) as HTMLElement[];
  }

  /** Evaluates an expression of the test in the window; the result belongs to the test's realm, as with a browser. */
  async runQuery(question: PageQuery, ...given: unknown[]): Promise<unknown> {
    await this.#loading?.opened;
    const { window, runQuery } = this.#shown();
    const run = window.eval(typeof question === 'string' ? `() => ${question}` : `(${String(question)})`) as PageQuery;
    const answer: unknown = await runQuery(() => (run as (...given: unknown[]) => unknown)(...given));
    return typeof answer === 'object' && answer !== null ? structuredClone(answer) : answer;
  }

  /** Polls until a value is available; throws after the timeout. */
  async waitUntil<T>(what: string, found: () => T | null, timeout = defaultTimeoutMs): Promise<T> {
    const end = Date.now() + timeout;
    let seen = -1;
    for (let looks = 0; ; await sleep(untilNextLook((looks += 1)))) {
      const changes = this.#document?.changes() ?? 0;
      // Without a change of the document, only values and the address can have changed.
      const value = changes === seen && looks % 4 > 0 ? null : found();
      seen = changes;
      if (value !== null) return value;
      if (Date.now() > end) throw this.#tooLate(what, timeout);
    }
  }

  /** Sets the value of an input without React's value tracking, and dispatches the input event. */
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

  /** Notifies the document that another one has changed local storage. */
  dispatchStorageEvent(key: string | null, newValue: string | null): void {
    if (!this.#document) return;
    const { window } = this.#document;
    window.dispatchEvent(new window.StorageEvent('storage', { key, newValue }));
  }

  /** Notifies the document that the connection is lost or back. */
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

  /** Loads a document as soon as the script that requests it is done. */
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

  #awaitEvent<K extends 'request' | 'response', T extends (K extends 'request' ? WindowRequest : WindowResponse)>(
    kind: K,
    isMatch: (subject: T) => boolean,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (subject: T) => {
        if (!isMatch(subject)) return;
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

/** True when a call is the awaited one: by its address, or by a predicate. */
function matches<T extends { url(): string }>(
  matcher: string | RegExp | ((subject: T) => boolean),
  subject: T,
): boolean {
  return typeof matcher === 'function' ? matcher(subject) : matchesUrl(matcher, new URL(subject.url()));
}
