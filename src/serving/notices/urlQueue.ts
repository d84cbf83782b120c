import type { Fetched } from '#outbound/callFailure.ts';
import { newTrace, type FetchTrace, type TagFetcher } from '#outbound/fetchTag.ts';

/** Calls URLs whose answers nobody needs, one after the other. */
export interface UrlQueue {
  /** Returns at once; what exceeds the queue is dropped. */
  add(urls: readonly string[], headers?: Record<string, string>): void;
  /** The same of a URL that somebody waits for: a call that fails for what may pass is tried again a few times, after pauses. */
  insist(url: string): void;
  close(): void;
}

/** A call that is to be made. */
interface Call {
  url: string;
  headers: Record<string, string>;
  /** Pauses that are left before further tries, in ms; none = it is not tried again. */
  pauses: readonly number[];
}

const maxRunning = 16;
const maxWaiting = 500;
/** Calls that rest before their next try. They are in memory alone: a stop loses them. */
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
  const waiting: Call[] = [];
  const pausing = new Set<NodeJS.Timeout>();
  const closed = new AbortController();
  let running = 0;
  const work = async () => {
    running += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
      const trace = newTrace();
      const fetched = await fetcher.fetchTag(next.url, next.headers, signal, trace);
      if (mayPass(fetched, trace)) tryLater(next);
    }
    running -= 1;
  };
  const put = (call: Call) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(call);
    if (running < maxRunning) void work();
  };
  const tryLater = ({ pauses: [pause, ...pauses], ...call }: Call) => {
    if (pause === undefined || closed.signal.aborted || pausing.size >= maxPausing) return;
    const timer = setTimeout(() => {
      pausing.delete(timer);
      put({ ...call, pauses });
    }, pause);
    timer.unref();
    pausing.add(timer);
  };
  return {
    add(urls, headers = {}) {
      for (const url of urls) put({ url, headers, pauses: [] });
    },
    insist: (url) => put({ url, headers: {}, pauses: pausesMs }),
    close() {
      waiting.length = 0;
      for (const timer of pausing) clearTimeout(timer);
      pausing.clear();
      closed.abort();
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
