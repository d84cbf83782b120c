import type { FetchResult } from '#outbound/fetchFailure.ts';
import { newTrace, type FetchTrace, type TagFetcher } from '#outbound/fetchTag.ts';

/** Calls URLs in the background, ignoring their responses. */
export interface UrlQueue {
  /** Returns at once. Calls that exceed the queue are dropped. */
  add(urls: readonly string[], headers?: Record<string, string>): void;
  /** The same for a call that matters: temporary failures are retried a few times, with delays. */
  addWithRetries(url: string): void;
  /** Drops waiting calls, after one last try of those with retries. */
  close(): Promise<void>;
}

/** A queued call. */
interface Call {
  url: string;
  headers: Record<string, string>;
  isRetried: boolean;
  /** Remaining retry delays in ms; empty = no more retries. */
  retryDelays: readonly number[];
}

const maxRunning = 16;
const maxWaiting = 500;
/** Maximum calls waiting for a retry. They are in memory only: a kill loses them. */
const maxDelayed = 1000;
const timeoutMs = 2000;
const defaultRetryDelaysMs = [1000, 10_000, 60_000];

/**
 * Creates a queue on the fetcher that calls tags, and so under the same rules. `retryDelaysMs`: the delay before each
 * retry.
 */
export function createUrlQueue(
  fetcher: Pick<TagFetcher, 'fetchTag'>,
  { retryDelaysMs = defaultRetryDelaysMs }: { retryDelaysMs?: readonly number[] } = {},
): UrlQueue {
  let waiting: Call[] = [];
  const delayed = new Map<NodeJS.Timeout, Call>();
  const running = new Set<Promise<void>>();
  const closed = new AbortController();
  /** Aborts the last tries. */
  const finalAbort = new AbortController();
  const callWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const end = next.isRetried ? finalAbort : closed;
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(timeoutMs)]);
      const trace = newTrace();
      const fetched = await fetcher.fetchTag(next.url, next.headers, signal, trace);
      if (isRetryable(fetched, trace)) scheduleRetry(next);
    }
  };
  const startWorker = () => {
    const worker = callWaiting().finally(() => running.delete(worker));
    running.add(worker);
  };
  const enqueue = (call: Call) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(call);
    if (running.size < maxRunning) startWorker();
  };
  const scheduleRetry = ({ retryDelays: [retryDelay, ...retryDelays], ...call }: Call) => {
    if (retryDelay === undefined || closed.signal.aborted || delayed.size >= maxDelayed) return;
    const next = { ...call, retryDelays };
    const timer = setTimeout(() => {
      delayed.delete(timer);
      enqueue(next);
    }, retryDelay);
    timer.unref();
    delayed.set(timer, next);
  };
  return {
    add(urls, headers = {}) {
      for (const url of urls) enqueue({ url, headers, isRetried: false, retryDelays: [] });
    },
    addWithRetries: (url) => enqueue({ url, headers: {}, isRetried: true, retryDelays: retryDelaysMs }),
    async close() {
      closed.abort();
      const pendingRetries = [...waiting.filter(({ isRetried }) => isRetried), ...delayed.values()];
      for (const timer of delayed.keys()) clearTimeout(timer);
      delayed.clear();
      waiting = pendingRetries;
      for (let free = maxRunning - running.size; free > 0 && waiting.length > 0; free -= 1) startWorker();
      const finalTimeout = setTimeout(() => finalAbort.abort(), timeoutMs);
      await Promise.all(running);
      clearTimeout(finalTimeout);
    },
  };
}

/** Whether a call failed temporarily: the server is away, slow, busy or broken. */
function isRetryable(fetched: FetchResult, { status }: FetchTrace): boolean {
  if (fetched.ok) return false;
  const { reason } = fetched;
  if (reason === 'timeout' || reason === 'conn_error') return true;
  return reason === 'http_error' && status !== null && (status >= 500 || status === 429);
}
