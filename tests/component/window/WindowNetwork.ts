import { setTimeout as sleep } from 'node:timers/promises';
import type { WindowContext } from './WindowContext.ts';

/** A call of a page, with the methods of Playwright's Request that tests use. */
export class WindowRequest {
  readonly #url: string;
  readonly #init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.#url = url;
    this.#init = init;
  }

  url(): string {
    return this.#url;
  }

  method(): string {
    return this.#init.method ?? 'GET';
  }

  headers(): Record<string, string> {
    return Object.fromEntries(new Headers(this.#init.headers));
  }

  postData(): string | null {
    return typeof this.#init.body === 'string' ? this.#init.body : null;
  }

  postDataJSON(): unknown {
    return JSON.parse(this.postData() ?? 'null');
  }
}

/** A response, with the methods of Playwright's Response and APIResponse that tests use. */
export class WindowResponse {
  readonly #answer: Response;
  readonly #request: WindowRequest;

  constructor(answer: Response, request: WindowRequest) {
    this.#answer = answer;
    this.#request = request;
  }

  request(): WindowRequest {
    return this.#request;
  }

  url(): string {
    return this.#request.url();
  }

  status(): number {
    return this.#answer.status;
  }

  ok(): boolean {
    return this.#answer.ok;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(this.#answer.headers);
  }

  text(): Promise<string> {
    return this.#answer.clone().text();
  }

  async body(): Promise<Buffer> {
    return Buffer.from(await this.#answer.clone().arrayBuffer());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** A mocked response. */
interface Fulfilment {
  /** The response that the other fields override. */
  response?: WindowResponse;
  status?: number;
  body?: string;
  json?: unknown;
  contentType?: string;
}

type Decision = Fulfilment | 'abort' | 'continue' | 'fallback';

/** A call that waits for the test's decision. */
class WindowRoute {
  readonly #request: WindowRequest;
  readonly #decide: (decision: Decision) => void;
  readonly #send: () => Promise<Response>;

  constructor(request: WindowRequest, decide: (decision: Decision) => void, send: () => Promise<Response>) {
    this.#request = request;
    this.#decide = decide;
    this.#send = send;
  }

  request(): WindowRequest {
    return this.#request;
  }

  /** Fetches the product's response without passing it to the page. */
  async fetch(): Promise<WindowResponse> {
    return new WindowResponse(await this.#send(), this.#request);
  }

  async abort(): Promise<void> {
    this.#decide('abort');
  }

  async continue(): Promise<void> {
    this.#decide('continue');
  }

  /** Passes the call to the route that was set before this one, or to the product if there is none. */
  async fallback(): Promise<void> {
    this.#decide('fallback');
  }

  async fulfill(fulfilment: Fulfilment): Promise<void> {
    this.#decide(fulfilment);
  }
}

/** Matches addresses: a glob of Playwright's, a regular expression, or a predicate. */
export type UrlPattern = string | RegExp | ((url: URL) => boolean);
type RouteHandler = (route: WindowRoute) => unknown;
type Listener<T> = (subject: T) => void;

/** The error that a browser's fetch throws without a response. */
const noAnswer = () => new TypeError('Failed to fetch');

/** The calls of a page: its listeners, and the calls that the test responds to. */
export class WindowNetwork {
  readonly #context: WindowContext;
  #routes: { pattern: UrlPattern; handler: RouteHandler }[] = [];
  readonly #listeners = { request: new Set<Listener<WindowRequest>>(), response: new Set<Listener<WindowResponse>>() };
  readonly #running = new Set<AbortController>();
  #lastEnd = Date.now();

  constructor(context: WindowContext) {
    this.#context = context;
  }

  route(pattern: UrlPattern, handler: RouteHandler): void {
    this.#routes.unshift({ pattern, handler });
  }

  unroute(pattern?: UrlPattern): void {
    this.#routes = this.#routes.filter((each) => pattern !== undefined && String(each.pattern) !== String(pattern));
  }

  on<K extends 'request' | 'response'>(
    kind: K,
    listener: Listener<K extends 'request' ? WindowRequest : WindowResponse>,
  ): void {
    (this.#listeners[kind] as Set<typeof listener>).add(listener);
  }

  off(kind: 'request' | 'response', listener: unknown): void {
    (this.#listeners[kind] as Set<unknown>).delete(listener);
  }

  /** The `fetch` of the page's window. */
  async fetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, this.#context.baseUrl).href;
    const request = new WindowRequest(url, init);
    const ownEnd = new AbortController();
    // The signal belongs to the window's realm, which Node's fetch does not accept.
    const { signal, ...rest } = init;
    if (signal?.aborted) ownEnd.abort(signal.reason);
    signal?.addEventListener('abort', () => ownEnd.abort(signal.reason));
    this.#running.add(ownEnd);
    try {
      for (const listener of this.#listeners.request) listener(request);
      const body = rest.body && (await ownBody(rest.body));
      const answer = await this.#answer(request, { ...rest, ...(body && { body }), signal: ownEnd.signal });
      for (const listener of this.#listeners.response) listener(new WindowResponse(answer.clone(), request));
      return answer;
    } catch (error) {
      if (this.#running.has(ownEnd)) throw error;
      return await new Promise<never>(() => {});
    } finally {
      this.#running.delete(ownEnd);
      this.#lastEnd = Date.now();
    }
  }

  /** Milliseconds since the last call in flight. */
  quietFor(): number {
    return this.#running.size > 0 ? 0 : Date.now() - this.#lastEnd;
  }

  /** Aborts the calls in flight, as when a page is left: nothing receives them any more. */
  end(): void {
    const left = [...this.#running];
    this.#running.clear();
    for (const each of left) each.abort();
  }

  async #answer(request: WindowRequest, init: RequestInit): Promise<Response> {
    const decision = await this.#decisionOf(request, init);
    if (decision === 'abort' || this.#context.isOffline) {
      await sleep(1);
      throw noAnswer();
    }
    if (decision === 'continue') return this.#context.fetch(request.url(), init);
    const { response, json, contentType } = decision;
    const { status = response?.status() ?? 200, body = (await response?.text()) ?? '' } =
      json === undefined ? decision : { ...decision, body: JSON.stringify(json) };
    const usual = response?.headers()['content-type'] ?? 'text/plain';
    const type = contentType ?? (json === undefined ? usual : 'application/json');
    return new Response(body, { status, headers: { 'content-type': type } });
  }

  /** Applies the routes, the last one first; an unmatched call goes to the product. */
  async #decisionOf(request: WindowRequest, init: RequestInit): Promise<Exclude<Decision, 'fallback'>> {
    const url = new URL(request.url());
    for (const { handler } of this.#routes.filter(({ pattern }) => matchesUrl(pattern, url))) {
      const decision = await new Promise<Decision>((resolve, reject) => {
        const { signal } = init;
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        const send = () => this.#context.fetch(request.url(), init);
        Promise.resolve(handler(new WindowRoute(request, resolve, send))).catch(reject);
      });
      if (decision !== 'fallback') return decision;
    }
    return 'continue';
  }
}

/** The body of a call as Node's fetch takes it: files and blobs belong to the window's realm. */
async function ownBody(body: BodyInit): Promise<BodyInit> {
  return typeof body === 'object' && 'arrayBuffer' in body ? body.arrayBuffer() : body;
}

/**
 * True when an address matches by Playwright's rules: a string is a glob, in which `*` matches no slash and `**` does.
 */
export function matchesUrl(pattern: UrlPattern, url: URL): boolean {
  if (typeof pattern === 'function') return pattern(url);
  if (pattern instanceof RegExp) return pattern.test(url.href);
  const absolutePattern = /^(\*|[a-z]+:)/.test(pattern) ? pattern : new URL(pattern, url).href;
  const source = absolutePattern.replaceAll(/\*\*|\*|[.+?^${}()|[\]\\]/g, (part) =>
    part === '**' ? '.*' : part === '*' ? '[^/]*' : `\\${part}`,
  );
  return new RegExp(`^${source}$`).test(url.href);
}
