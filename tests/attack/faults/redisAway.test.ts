import { afterAll, beforeAll, expect, test } from 'vitest';
import { printSummary } from '../printSummary.ts';
import { outageMs, responseMs } from './faultSize.ts';
import { emptyCacheCounts, startCacheReaders, type CacheReaders } from './startCacheReaders.ts';
import { startInstallationWithServers } from './startInstallation.ts';
import { startLoad, type Load } from './startLoad.ts';

let installation: Awaited<ReturnType<typeof startInstallationWithServers>>;
let load: Load | undefined;
let readers: CacheReaders | undefined;

beforeAll(async () => {
  installation = await startInstallationWithServers({ CACHE_PUTS: '1' });
  load = await startLoad(installation);
  readers = startCacheReaders(installation.product.adsUrl, responseMs);
});
afterAll(async () => {
  await readers?.stop();
  await load?.stop();
  await installation?.close();
});

test('while Redis is stopped, then frozen, ads are served and hits acknowledged; afterwards each is counted once', async () => {
  const { redis } = installation.servers;
  const stopped = { name: 'Redis stopped', begin: () => redis.stop(), end: () => redis.start() };
  const frozen = { name: 'Redis frozen', begin: () => redis.freeze(), end: () => redis.resume() };
  for (const fault of [stopped, frozen]) {
    if (readers) readers.period = emptyCacheCounts();
    const { ads, calls } = (await load?.during(fault, outageMs)) ?? {};
    const { longestMs, ...cache } = readers?.period ?? emptyCacheCounts();
    printSummary(`${fault.name}, cached bids`, { ...cache, 'ms the longest': Math.round(longestMs) });
    expect(ads).toMatchObject({ invalid: 0, unanswered: 0, refusedHits: 0, unansweredHits: 0 });
    expect(calls).toMatchObject({ unavailable: 0, failed: 0, unanswered: 0 });
    expect(cache).toMatchObject({ failed: 0, unanswered: 0 });
  }
  await load?.expectExactCounts('Redis away');
});
