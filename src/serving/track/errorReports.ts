import { MAX_ERROR_CALLS } from '#engine/auction/contenders.ts';
import { expandErrorUrl } from '#standards/macros.ts';
import { cachebusting } from '#standards/viewerMacros.ts';
import type { UrlQueue } from '../notices/urlQueue.ts';

/** Calls the Error URLs of wrapper chains that led to no ad. */
export interface ErrorReports {
  /** Returns at once. */
  report(urls: readonly string[], code: number): void;
}

/** Creates reports that call URLs through a queue, each report as many as an auction calls for a candidate. */
export function createErrorReports(deps: { queue: UrlQueue; now: () => number; random: () => number }): ErrorReports {
  return {
    report(urls, code) {
      const moment = { cachebusting: cachebusting(deps.random()), timestamp: new Date(deps.now()).toISOString() };
      deps.queue.add(urls.slice(0, MAX_ERROR_CALLS).map((url) => expandErrorUrl(url, code, moment)));
    },
  };
}
