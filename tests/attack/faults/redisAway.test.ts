import { afterEach, beforeEach, expect, test } from 'vitest';
import { printSummary } from '../printSummary.ts';
import { outageMs, responseMs } from './faultSize.ts';
import { emptyCacheCounts, startCacheReaders, type CacheReaders } from './startCacheReaders.ts';
import { startInstallationWithServers } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';
import { waysToBeAway } from './waysToBeAway.ts';

let installation: Awaited<ReturnType<typeof startInstallationWithServers>> | undefined;
let load: Load | undefined;
let readers: CacheReaders | undefined;

beforeEach(async () => {
  installation = await startInstallationWithServers({ CACHE_PUTS: '1' });
});
afterEach(async () => {
  await readers?.stop();
  await load?.stop();
  await installation?.close();
});

test.each(waysToBeAway)(
  'while Redis is $way, ads are served, hits acknowledged and cached bids found or refused; afterwards each event is counted once',
  async ({ way, begin, end }) => {
    if (!installation) throw new Error('not started');
    const { redis } = installation.servers;
    load = await startLoad(installation);
    readers = startCacheReaders(installation.product.adsUrl, responseMs);
    readers.period = emptyCacheCounts();
    const name = `Redis ${way}`;
    const { ads, calls } = await load.during({ name, begin: () => begin(redis), end: () => end(redis) }, outageMs);
    const { longestMs, ...cache } = readers.period;
    printSummary(`${name}, cached bids`, { ...cache, 'ms the longest': Math.round(longestMs) });
    expect(ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0, unansweredHits: 0 });
    expect(calls).toMatchObject({ unavailable: 0, failures: [], unanswered: 0 });
    expect(cache).toMatchObject({ failed: 0, unanswered: 0 });
    await load.expectExactCounts(name);
  },
);
