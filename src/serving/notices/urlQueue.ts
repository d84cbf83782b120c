import type { TagFetcher } from '#outbound/fetchTag.ts';

/** Calls URLs whose answers nobody needs, one after the other. */
export interface UrlQueue {
  /** Returns at once; what exceeds the queue is dropped. */
  add(urls: readonly string[], headers?: Record<string, string>): void;
  close(): void;
}

const maxRunning = 16;
const maxWaiting = 500;
const timeoutMs = 2000;

/** A queue that calls by the same fetcher, and so under the same rules, as tags are called. */
export function createUrlQueue(fetcher: TagFetcher): UrlQueue {
  const waiting: { url: string; headers: Record<string, string> }[] = [];
  const closed = new AbortController();
  let running = 0;
  const work = async () => {
    running += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
      await fetcher.fetchTag(next.url, next.headers, signal);
    }
    running -= 1;
  };
  return {
    add(urls, headers = {}) {
      const room = maxWaiting - waiting.length;
      for (const url of urls.slice(0, room)) waiting.push({ url, headers });
      if (waiting.length > 0 && running < maxRunning) void work();
    },
    close() {
      waiting.length = 0;
      closed.abort();
    },
  };
}
