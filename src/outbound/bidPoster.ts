import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { isPublicAddress } from './addressGuard.ts';
import { failureOf, type FetchResult } from './fetchFailure.ts';
import { createGuardedAgent, servingLimits } from './guardedAgent.ts';
import { decodeBody, isPlain, MAX_RESPONSE_BYTES, textOf } from './responseBody.ts';

/** A request body with its headers. */
export interface PostBody {
  body: Buffer;
  /** Alternating names and values. */
  headers: readonly string[];
  /** Maximum bytes of the response, both as received and decompressed. Default: `MAX_RESPONSE_BYTES`. */
  maxBytes?: number;
  /** Whether it goes to a server that the operator configured, which may have any address. */
  isToOperator?: boolean;
}

/** Posts bid requests over http and https. */
export interface BidPoster {
  /**
   * Posts a body and calls `onResult` exactly once, unless the call is aborted by the returned function. A response
   * without a body is an empty text. Redirects are not followed. Never throws.
   */
  post(url: string, postBody: PostBody, onResult: (fetched: FetchResult) => void): () => void;
  close(): Promise<void>;
}

const ownHeaders = ['user-agent', SERVER_AGENT, 'accept', 'application/json', 'accept-encoding', 'gzip'];

/** Origin and path of a URL. */
interface Target {
  origin: string;
  path: string;
}

/**
 * Creates a poster with pools of persistent connections. Private addresses are called only if allowed, or on behalf of
 * the operator. Responses are read without streams: an auction waits for several at a time.
 */
export function createBidPoster(options: { allowPrivateAddresses: boolean }): BidPoster {
  const publicAgent = createGuardedAgent(options.allowPrivateAddresses ? null : isPublicAddress, servingLimits);
  const operatorAgent = createGuardedAgent(null, servingLimits);
  const targets = new Map<string, Target | null>();
  const targetOf = (url: string): Target | null => {
    let target = targets.get(url);
    if (target === undefined) {
      target = readTarget(url);
      if (targets.size > 10_000) targets.clear();
      targets.set(url, target);
    }
    return target;
  };
  return {
    post(url, { body, headers, maxBytes = MAX_RESPONSE_BYTES, isToOperator = false }, onResult) {
      const target = targetOf(url);
      if (!target) {
        queueMicrotask(() => onResult({ ok: false, reason: 'conn_error' }));
        return () => undefined;
      }
      const response = new ResponseHandler(onResult, maxBytes);
      const { origin, path } = target;
      const agent = isToOperator ? operatorAgent : publicAgent;
      agent.dispatch({ origin, path, method: 'POST', headers: [...ownHeaders, ...headers], body }, response);
      return () => response.giveUp();
    },
    async close() {
      await Promise.all([publicAgent.destroy(), operatorAgent.destroy()]);
    },
  };
}

function readTarget(text: string): Target | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return { origin: url.origin, path: url.pathname + url.search };
}

/** Reads one response. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  #onResult: ((fetched: FetchResult) => void) | null;
  #controller: Dispatcher.DispatchController | null = null;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #size = 0;

  constructor(onResult: (fetched: FetchResult) => void, maxBytes: number) {
    this.#onResult = onResult;
    this.#maxBytes = maxBytes;
  }

  giveUp(): void {
    this.#onResult = null;
    this.#controller?.abort(new Error('given up'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (!this.#onResult) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#headers = headers;
    if (status <= 299) return;
    this.#end({ ok: false, reason: 'http_error' });
    controller.abort(new Error('of no use'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#maxBytes) {
      this.#chunks.push(chunk);
      return;
    }
    this.#end({ ok: false, reason: 'too_large' });
    controller.abort(new Error('too large'));
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    if (isPlain(this.#headers) || body.length === 0) return this.#end({ ok: true, text: textOf(body, this.#headers) });
    decodeBody(body, this.#headers, this.#maxBytes).then(
      (text) => this.#end(text === null ? { ok: false, reason: 'http_error' } : { ok: true, text }),
      (error: unknown) => this.#end({ ok: false, reason: failureOf(error) }),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // A refused address fails before the call is even made.
    queueMicrotask(() => this.#end({ ok: false, reason: failureOf(error) }));
  }

  #end(fetched: FetchResult): void {
    const onResult = this.#onResult;
    this.#onResult = null;
    onResult?.(fetched);
  }
}
