import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { SERVER_AGENT } from '#standards/viewerMacros.ts';
import { isPublicAddress } from './addressGuard.ts';
import { failureOf, type FetchResult } from './callFailure.ts';
import { createGuardedAgent, servingLimits } from './guardedAgent.ts';
import { decodeBody, isPlain, MAX_RESPONSE_BYTES, textOf } from './responseBody.ts';

/** A body that is posted. */
export interface PostBody {
  body: Buffer;
  /** As name, value, name, value. */
  headers: readonly string[];
  /** Of the answer, as it comes and decompressed; absent = as of any call. */
  maxBytes?: number;
  /** It goes to a server that the operator names, which may have any address. */
  isToOperator?: boolean;
}

/** Posts bid requests by http and https. */
export interface BidPoster {
  /**
   * Posts a body and tells what came: an answer without a body is an empty text. Redirects are not followed. Never throws,
   * and tells exactly once, unless the call is given up by what it returns.
   */
  post(url: string, postBody: PostBody, onResult: (fetched: FetchResult) => void): () => void;
  close(): Promise<void>;
}

const ownHeaders = ['user-agent', SERVER_AGENT, 'accept', 'application/json', 'accept-encoding', 'gzip'];

/** Where a URL leads. */
interface Target {
  origin: string;
  path: string;
}

/**
 * A poster with pools of kept connections. Unless allowed, no address is called that is not public, except on behalf of the
 * operator. It reads answers as they come, without streams: an auction waits for several of them at a time.
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
      const answer = new Answer(onResult, maxBytes);
      const { origin, path } = target;
      const agent = isToOperator ? operatorAgent : publicAgent;
      agent.dispatch({ origin, path, method: 'POST', headers: [...ownHeaders, ...headers], body }, answer);
      return () => answer.giveUp();
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

/** Reads one answer. */
class Answer implements Dispatcher.DispatchHandler {
  #tell: ((fetched: FetchResult) => void) | null;
  #controller: Dispatcher.DispatchController | null = null;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  readonly #mostBytes: number;
  #size = 0;

  constructor(onResult: (fetched: FetchResult) => void, maxBytes: number) {
    this.#tell = onResult;
    this.#mostBytes = maxBytes;
  }

  giveUp(): void {
    this.#tell = null;
    this.#controller?.abort(new Error('given up'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (!this.#tell) controller.abort(new Error('given up'));
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
    if (this.#size <= this.#mostBytes) {
      this.#chunks.push(chunk);
      return;
    }
    this.#end({ ok: false, reason: 'too_large' });
    controller.abort(new Error('too large'));
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    if (isPlain(this.#headers) || body.length === 0) return this.#end({ ok: true, text: textOf(body, this.#headers) });
    decodeBody(body, this.#headers, this.#mostBytes).then(
      (text) => this.#end(text === null ? { ok: false, reason: 'http_error' } : { ok: true, text }),
      (error: unknown) => this.#end({ ok: false, reason: failureOf(error) }),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // A refused address fails before the call is even made.
    queueMicrotask(() => this.#end({ ok: false, reason: failureOf(error) }));
  }

  #end(fetched: FetchResult): void {
    const onResult = this.#tell;
    this.#tell = null;
    onResult?.(fetched);
  }
}
