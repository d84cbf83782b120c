import type { Fetched } from '#outbound/callFailure.ts';
import { newTrace, type FetchTrace, type TagFetcher } from '#outbound/fetchTag.ts';

/** Calls URLs whose answers nobody needs, one after the other. */
export interface UrlQueue {
  /** Returns at once; what exceeds the queue is dropped. */
  add(urls: readonly string[], headers?: Record<string, string>): void;
  /** The same of a URL that somebody waits for: a call that fails for what may pass is tried again a few times, after pauses. */
  insist(url: string): void;
  /** Drops what waits, but for a last try of what it was to insist on. */
  close(): Promise<void>;
}

/** A call that is to be made. */
interface Call {
  url: string;
  headers: Record<string, string>;
  isInsisted: boolean;
  /** Pauses that are left before further tries, in ms; none = it is not tried again. */
  pauses: readonly number[];
}

const maxRunning = 16;
const maxWaiting = 500;
/** Calls that rest before their next try. They are in memory alone: a kill loses them. */
const maxPausing = 1000;
const timeoutMs = 2000;
const defaultPausesMs = [1000, 10_000, 60_000];

/**
 * A queue that calls by the same fetcher, and so under the same rules, as tags are called. `pausesMs`: before each further
 * try of what it insists on.
 */
export function createUrlQueue(
  fetcher: Pick<TagFetcher, 'fetchTag'>,
  { pausesMs = defaultPausesMs }: { pausesMs?: readonly number[] } = {},
): UrlQueue {
  let waiting: Call[] = [];
  const pausing = new Map<NodeJS.Timeout, Call>();
  const running = new Set<Promise<void>>();
  const closed = new AbortController();
  /** Aborts last tries. */
  const gone = new AbortController();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const end = next.isInsisted ? gone : closed;
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(timeoutMs)]);
      const trace = newTrace();
      const fetched = await fetcher.fetchTag(next.url, next.headers, signal, trace);
      if (mayPass(fetched, trace)) tryLater(next);
    }
  };
  const startWork = () => {
    const worker = work().finally(() => running.delete(worker));
    running.add(worker);
  };
  const put = (call: Call) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(call);
    if (running.size < maxRunning) startWork();
  };
  const tryLater = ({ pauses: [pause, ...pauses], ...call }: Call) => {
    if (pause === undefined || closed.signal.aborted || pausing.size >= maxPausing) return;
    const next = { ...call, pauses };
    const timer = setTimeout(() => {
      pausing.delete(timer);
      put(next);
    }, pause);
    timer.unref();
    pausing.set(timer, next);
  };
  return {
    add(urls, headers = {}) {
      for (const url of urls) put({ url, headers, isInsisted: false, pauses: [] });
    },
    insist: (url) => put({ url, headers: {}, isInsisted: true, pauses: pausesMs }),
    async close() {
      closed.abort();
      const owed = [...waiting.filter(({ isInsisted }) => isInsisted), ...pausing.values()];
      for (const timer of pausing.keys()) clearTimeout(timer);
      pausing.clear();
      waiting = owed;
      for (let free = maxRunning - running.size; free > 0 && waiting.length > 0; free -= 1) startWork();
      const patience = setTimeout(() => gone.abort(), timeoutMs);
      await Promise.all(running);
      clearTimeout(patience);
    },
  };
}

/** Whether a call failed for what may be over the next time: a server that is away, slow, busy or broken. */
function mayPass(fetched: Fetched, { status }: FetchTrace): boolean {
  if (fetched.ok) return false;
  const { reason } = fetched;
  if (reason === 'timeout' || reason === 'conn_error') return true;
  return reason === 'http_error' && status !== null && (status >= 500 || status === 429);
}
