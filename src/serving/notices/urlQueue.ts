import type { FetchResult } from '#outbound/callFailure.ts';
import { newTrace, type FetchTrace, type TagFetcher } from '#outbound/fetchTag.ts';

/** Calls URLs whose answers nobody needs, one after the other. */
export interface UrlQueue {
  /** Returns at once; what exceeds the queue is dropped. */
  add(urls: readonly string[], headers?: Record<string, string>): void;
  /** The same of a URL that somebody waits for: a call that fails for what may pass is tried again a few times, after pauses. */
  addWithRetries(url: string): void;
  /** Drops what waits, but for a last try of what it was to insist on. */
  close(): Promise<void>;
}

/** A call that is to be made. */
interface Call {
  url: string;
  headers: Record<string, string>;
  isRetried: boolean;
  /** Pauses that are left before further tries, in ms; none = it is not tried again. */
  retryDelays: readonly number[];
}

const maxRunning = 16;
const maxWaiting = 500;
/** Calls that rest before their next try. They are in memory alone: a kill loses them. */
const maxDelayed = 1000;
const timeoutMs = 2000;
const defaultRetryDelaysMs = [1000, 10_000, 60_000];

/**
 * A queue that calls by the same fetcher, and so under the same rules, as tags are called. `pausesMs`: before each further
 * try of what it insists on.
 */
export function createUrlQueue(
  fetcher: Pick<TagFetcher, 'fetchTag'>,
  { retryDelaysMs = defaultRetryDelaysMs }: { retryDelaysMs?: readonly number[] } = {},
): UrlQueue {
  let waiting: Call[] = [];
  const delayed = new Map<NodeJS.Timeout, Call>();
  const running = new Set<Promise<void>>();
  const closed = new AbortController();
  /** Aborts last tries. */
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

/** Whether a call failed for what may be over the next time: a server that is away, slow, busy or broken. */
function isRetryable(fetched: FetchResult, { status }: FetchTrace): boolean {
  if (fetched.ok) return false;
  const { reason } = fetched;
  if (reason === 'timeout' || reason === 'conn_error') return true;
  return reason === 'http_error' && status !== null && (status >= 500 || status === 429);
}
