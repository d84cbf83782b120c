import type { TagFetcher } from '#outbound/fetchTag.ts';
import { expandErrorUrl } from '#standards/macros.ts';
import { cachebusting } from '#standards/viewerMacros.ts';

/** Tells the Error URLs of chains why they have no ad. */
export interface ErrorReports {
  /** Returns at once; what exceeds the queue is dropped. */
  report(urls: readonly string[], code: number): void;
  close(): void;
}

const maxRunning = 16;
const maxWaiting = 500;
const timeoutMs = 2000;
/** URLs of one chain that are told; a chain may name thousands. */
const maxPerChain = 20;

/** Reports by the same fetcher, and so under the same rules, as tags are called. */
export function createErrorReports(deps: {
  fetcher: TagFetcher;
  now: () => number;
  random: () => number;
}): ErrorReports {
  const waiting: { url: string; code: number }[] = [];
  const closed = new AbortController();
  let running = 0;
  const work = async () => {
    running += 1;
    for (let report = waiting.shift(); report; report = waiting.shift()) {
      const url = expandErrorUrl(report.url, report.code, {
        cachebusting: cachebusting(deps.random()),
        timestamp: new Date(deps.now()).toISOString(),
      });
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
      await deps.fetcher.fetchTag(url, {}, signal);
    }
    running -= 1;
  };
  return {
    report(urls, code) {
      const room = maxWaiting - waiting.length;
      for (const url of urls.slice(0, Math.min(room, maxPerChain))) waiting.push({ url, code });
      if (running < maxRunning) void work();
    },
    close() {
      waiting.length = 0;
      closed.abort();
    },
  };
}
