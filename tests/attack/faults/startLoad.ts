import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { compareTraffic } from '../compareTraffic.ts';
import { createRandom } from '../createRandom.ts';
import { printSummary } from '../printSummary.ts';
import { readSeed } from '../readSeed.ts';
import { startViewers, type ViewerOptions } from '../startViewers.ts';
import { emptyPeriod, type ResponseCounts } from '../trafficLog.ts';
import { waitUntilReported } from '../waitUntilReported.ts';
import { faultViewers, responseMs } from './faultSize.ts';
import type { Installation } from './startInstallation.ts';
import { emptyCalls, startOperator, type CallCounts } from './startOperator.ts';

/** A fault and how it is caused. */
export interface Fault {
  /** As printed: "PostgreSQL frozen". */
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

/** Responses while a fault lasted. */
export interface FaultResult {
  ads: ResponseCounts;
  calls: CallCounts;
  /** From the end of the fault until reports had everything that was acknowledged before. */
  recoveredMs: number;
}

/** Viewers and an operator who use an installation all the time. */
export interface Load {
  /** Causes a fault for `ms` under load, ends it, and waits until reports have everything that was acknowledged. */
  during(fault: Fault, ms: number): Promise<FaultResult>;
  /**
   * Stops, and expects that every acknowledged request and event is counted and reported exactly once.
   * `mayMissNoAds`: requests without an ad need not be counted, because they could not be recorded.
   */
  expectExactCounts(name: string, options?: { mayMissNoAds: boolean }): Promise<void>;
  stop(): Promise<void>;
}

const warmUpMs = 5000;
/** Of a viewer after an ad request, at least. */
const pauseMs = 40;
/** 2.00 CPM in nano-USD, for one impression. */
const impressionPrice = 2_000_000n;
/** IDs of devices in turn. */
const viewerIds = 100_000;
/** A quarter of an hour. */
const recoveryTries = 1800;

/** Starts to use an installation. */
export async function startLoad(
  installation: Omit<Installation, 'close'>,
  options: Partial<ViewerOptions> = {},
): Promise<Load> {
  const { product, credentials } = installation;
  const client = await signInAs(product.consoleUrl, credentials.login, credentials.password);
  const random = createRandom(readSeed());
  const viewers = startViewers(product.adsUrl, installation.channelUid, {
    count: faultViewers,
    random,
    query: () => `ifa=viewer-${random.below(viewerIds)}`,
    timeoutMs: responseMs,
    pauseMs,
    ...options,
  });
  const operator = startOperator(product.consoleUrl, client);
  const { log } = viewers;
  await pause(warmUpMs);

  const startPeriod = () => {
    const ended = { ads: log.period, calls: operator.period };
    log.period = emptyPeriod();
    operator.period = emptyCalls();
    return ended;
  };
  const isReported = async (imps: number) => {
    const report = await runReport(client, { metrics: ['imps'] }).catch(() => null);
    return Number(report?.totals['imps'] ?? -1) >= imps;
  };
  const stop = async () => {
    await Promise.all([viewers.stop(), operator.stop()]);
  };
  return {
    async during({ name, begin, end }, ms) {
      startPeriod();
      const begunAt = performance.now();
      await begin();
      await pause(ms);
      await end();
      const { ads, calls } = startPeriod();
      const lastedMs = performance.now() - begunAt;
      const endedAt = performance.now();
      const imps = [...log.acknowledged].filter((hit) => hit.endsWith(' impression')).length;
      await eventually(
        () => isReported(imps),
        (isThere) => isThere,
        recoveryTries,
      );
      const recoveredMs = performance.now() - endedAt;
      printSummary(name, {
        'seconds long': Math.round(lastedMs / 1000),
        'ad requests': ads.ads + ads.noAds + ads.invalid + ads.unanswered,
        ads: ads.ads,
        'no-ads': ads.noAds,
        invalid: ads.invalid,
        unanswered: ads.unanswered,
        'ms the longest': Math.round(ads.longestMs),
        'hits acknowledged': ads.hits,
        'hits refused': ads.refusedHits,
        'hits unanswered': ads.unansweredHits,
        'ms the longest hit': Math.round(ads.longestHitMs),
        'API calls done': calls.done,
        'answered 503': calls.unavailable,
        'of other errors': calls.failures.length,
        'without response': calls.unanswered,
        'ms the longest call': Math.round(calls.longestMs),
        'seconds until all is reported': Math.round(recoveredMs / 1000),
      });
      return { ads, calls, recoveredMs };
    },
    async expectExactCounts(name, { mayMissNoAds } = { mayMissNoAds: false }) {
      await stop();
      const minCalls = mayMissNoAds ? log.ads.size : log.answered;
      const { acknowledged } = log;
      const reported = await waitUntilReported(product, credentials, { acknowledged, answered: minCalls });
      const accounts = await installation.readAccounts();
      // Requests to processes that did not have the configuration yet.
      accounts.delete(0);
      const [counted, ...others] = accounts.values();
      if (!counted) throw new Error('nothing is counted');
      const { lost, duplicated, unsent } = compareTraffic(counted, log);
      printSummary(name, {
        'ad requests': log.requests,
        'ads acknowledged': log.ads.size,
        'events acknowledged': log.acknowledged.size,
        lost: lost.length,
        duplicated: duplicated.length,
        'counted that were not sent or refused': unsent.length,
      });
      expect({ lost, duplicated, unsent }).toEqual({ lost: [], duplicated: [], unsent: [] });
      expect(others).toEqual([]);
      expect(counted.calls).toBeGreaterThanOrEqual(minCalls);
      expect(counted.calls).toBeLessThanOrEqual(log.requests + installation.firstRequests);
      expect(counted.rev).toBe(BigInt(counted.imps) * impressionPrice);
      expect(counted.rolledUp).toEqual({ calls: counted.calls, imps: counted.imps });
      expect(reported).toEqual(counted.rolledUp);
    },
    stop,
  };
}
