import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../e2e/apiClient.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { buildOneTagConfiguration } from '../system/product/oneTagConfiguration.ts';
import { compareTraffic } from './compareTraffic.ts';
import { createRandom } from './createRandom.ts';
import { killRandomly } from './kills/killRandomly.ts';
import { printSummary } from './printSummary.ts';
import { readCounted } from './readCounted.ts';
import { readSeed } from './readSeed.ts';
import { startViewers } from './startViewers.ts';
import { waitUntilReported } from './waitUntilReported.ts';

const adminPassword = 'correct horse battery';
const kills = Number(process.env['N'] ?? 1000);
/** 2.00 CPM in nano-USD, for one impression. */
const impressionPrice = 2_000_000n;

let product: Product;

beforeAll(async () => {
  product = await startProduct('start', { ADMIN_PASSWORD: adminPassword });
});
afterAll(() => product?.stop());

test(`through ${kills} kills of any process every acknowledged request and event is counted exactly once, and nothing else`, async () => {
  const seed = readSeed();
  process.stdout.write(`kills: SEED=${seed}\n`);
  const { channel } = await buildOneTagConfiguration(product, adminPassword, { name: 'Kills' });
  let firstRequests = 0;
  await eventually(
    async () => {
      firstRequests += 1;
      return (await fetch(`${product.adsUrl}/vast/${channel.uid}`)).text();
    },
    (markup) => markup.includes('<Impression'),
  );

  const viewers = startViewers(product.adsUrl, channel.uid, { count: 6, random: createRandom(seed + 1) });
  const killed = await killRandomly(product, kills, createRandom(seed));
  await viewers.stop();
  const { log } = viewers;
  const reported = await waitUntilReported(product, { login: 'ops', password: adminPassword }, log);
  await product.halt();
  const [counted, ...others] = (await readCounted(product.dataDir)).values();
  if (!counted) throw new Error('nothing is counted');

  const { lost, duplicated, unsent } = compareTraffic(counted, log);
  printSummary('kills', {
    kills,
    ...Object.fromEntries([...killed].map(([role, count]) => [`of ${role}`, count])),
    'ads acknowledged': log.ads.size,
    'events acknowledged': log.acknowledged.size,
    'connections broken off': log.aborted,
    lost: lost.length,
    duplicated: duplicated.length,
    'counted that were not sent': unsent.length,
  });
  expect(log.faults).toEqual([]);
  expect(log.ads.size).toBeGreaterThan(kills * 5);
  expect({ lost, duplicated, unsent }).toEqual({ lost: [], duplicated: [], unsent: [] });
  expect(others).toEqual([]);
  const calls = counted.calls - firstRequests;
  expect(calls).toBeGreaterThanOrEqual(log.answered);
  expect(calls).toBeLessThanOrEqual(log.requests);
  expect(counted.rev).toBe(BigInt(counted.imps) * impressionPrice);
  expect(counted.rolledUp).toEqual({ calls: counted.calls, imps: counted.imps });
  expect(reported).toEqual(counted.rolledUp);
}, 43_200_000);
