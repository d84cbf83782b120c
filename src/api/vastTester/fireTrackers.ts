import { newTrace } from '#outbound/fetchTag.ts';
import { expandErrorUrl } from '#standards/macros.ts';
import { cachebusting } from '#standards/viewerMacros.ts';
import type { VastTestContext } from './vastTestContext.ts';
import type { FiredTracker } from './vastTesterContract.ts';

/** The context of calling trackers. */
export interface TrackerContext extends Omit<VastTestContext, 'device'> {
  headers: Record<string, string>;
  errorCode: number;
  now: Date;
  /** In [0, 1). */
  random: () => number;
}

/** Calls trackers, all at once, with their macros filled; returns each result, in order. Never throws. */
export function fireTrackers(urls: readonly string[], context: TrackerContext): Promise<FiredTracker[]> {
  const { fetcher, headers, errorCode, now, random, signal, clock } = context;
  const calls = urls.map(async (template): Promise<FiredTracker> => {
    const moment = { cachebusting: cachebusting(random()), timestamp: now.toISOString() };
    const url = expandErrorUrl(template, errorCode, moment);
    const trace = newTrace();
    const began = clock();
    // A signal for each call: Node warns about many listeners on one.
    const fetched = await fetcher.fetchTag(url, headers, AbortSignal.any([signal]), trace);
    // A pixel may be empty, and is not text.
    const failure = fetched.ok || fetched.reason === 'empty' || fetched.reason === 'encoding' ? null : fetched.reason;
    return { url, status: trace.status, failure, ms: Math.round((clock() - began) * 10) / 10 };
  });
  return Promise.all(calls);
}
