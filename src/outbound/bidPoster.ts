import { performance } from 'node:perf_hooks';
import { isPublicAddress } from './addressGuard.ts';
import type { OutgoingCall, SeenHead } from './outgoingCall.ts';
import { failLater, type BidPool, type PoolOptions } from './bidPool.ts';
import { createBidTargets } from './bidTargets.ts';
import type { FetchResult } from './fetchFailure.ts';
import { servingLimits, type AgentLimits } from './guardedAgent.ts';
import { headerLines } from './headerLines.ts';
import { MAX_RESPONSE_BYTES } from './responseBody.ts';

/** A request body with its headers. */
export interface PostBody {
  body: string | Buffer;
  /** Alternating names and values. */
  headers: readonly string[];
  /** Maximum bytes of the response, both as received and decompressed. Default: `MAX_RESPONSE_BYTES`. */
  maxBytes?: number;
  /** Called with the head of a final response, once or more often. */
  onHead?: (head: SeenHead) => void;
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

/** A poster that reports its use of connections. */
export interface PooledBidPoster extends BidPoster {
  /** Connections that are open, and calls that wait for one. */
  usage(): { connections: number; waiting: number };
}

/** Milliseconds in which a connection must be established. */
const connectMs = 5000;
/** Maximum milliseconds between checks of the connections' deadlines. */
const maxCheckMs = 500;
/** Bytes that are read at once. */
const readBytes = 65_536;

/**
 * Creates a poster with pools of persistent connections. Private addresses are called only if allowed, or on behalf of
 * the operator. A call is never repeated. Calls are sent at the end of a turn of the event loop, after everything that
 * has been received: a connection that the server has closed, or sends unsolicited bytes on, is not used.
 */
export function createBidPoster(options: { allowPrivateAddresses: boolean; limits?: AgentLimits }): PooledBidPoster {
  const { allowPrivateAddresses, limits = servingLimits } = options;
  const { connections: maxConnections, keepAliveMs, timeoutMs } = limits;
  const checkMs = Math.min(maxCheckMs, keepAliveMs, timeoutMs);
  let scheduled: BidPool[] = [];
  let checkTimer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const poolOptions: Omit<PoolOptions, 'mayCall'> = {
    timeouts: { connectMs, responseMs: timeoutMs, idleMs: keepAliveMs },
    maxConnections,
    readBuffer: Buffer.allocUnsafeSlow(readBytes),
    now: () => performance.now(),
    schedule(pool) {
      if (scheduled.length === 0) setImmediate(sendScheduled);
      if (!scheduled.includes(pool)) scheduled.push(pool);
    },
  };
  const bidders = createBidTargets({ ...poolOptions, mayCall: allowPrivateAddresses ? null : isPublicAddress });
  const operator = createBidTargets({ ...poolOptions, mayCall: null });
  const pools = (): BidPool[] => [...bidders.pools(), ...operator.pools()];
  const sendScheduled = () => {
    const due = scheduled;
    scheduled = [];
    for (const pool of due) pool.sendWaiting();
    checkTimer ??= setTimeout(checkDeadlines, checkMs).unref();
  };
  const checkDeadlines = () => {
    checkTimer = null;
    const now = performance.now();
    for (const pool of pools()) pool.closeOverdue(now);
    if (pools().some((pool) => !pool.isEmpty)) checkTimer = setTimeout(checkDeadlines, checkMs).unref();
  };
  const linesOf = memoizeLast(headerLines);
  return {
    post(url, { body, headers, maxBytes = MAX_RESPONSE_BYTES, isToOperator = false, onHead }, onResult) {
      const target = (isToOperator ? operator : bidders).targetOf(url);
      const lines = linesOf(headers);
      const bytes = Buffer.byteLength(body);
      const call: OutgoingCall = {
        head: '',
        body,
        isOneByte: bytes === body.length,
        maxBytes,
        onHead,
        onResult,
        connection: null,
      };
      if (typeof target === 'string' || lines === null || isClosed) {
        failLater(call, typeof target === 'string' ? target : 'conn_error');
        return () => void (call.onResult = null);
      }
      call.head = `${target.head}${lines}content-length: ${bytes}\r\n\r\n`;
      target.pool.add(call);
      return () => target.pool.giveUp(call);
    },
    usage: () => ({
      connections: pools().reduce((sum, { connectionCount }) => sum + connectionCount, 0),
      waiting: pools().reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    }),
    async close() {
      isClosed = true;
      for (const pool of pools()) pool.close();
    },
  };
}

/** The calls of an auction have most of their headers in common. */
function memoizeLast<A, R>(compute: (argument: A) => R): (argument: A) => R {
  let last: { argument: A; result: R } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: compute(argument) };
    return last.result;
  };
}
