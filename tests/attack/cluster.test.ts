import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../e2e/apiClient.ts';
import { buildOneTagConfiguration } from '../system/product/oneTagConfiguration.ts';
import { disturbCluster } from './cluster/disturbCluster.ts';
import { startCluster, type Cluster } from './cluster/startCluster.ts';
import { compareTraffic } from './compareTraffic.ts';
import { createRandom } from './createRandom.ts';
import { printSummary } from './printSummary.ts';
import { readCountedFrom } from './readCounted.ts';
import { readSeed } from './readSeed.ts';
import { startViewers } from './startViewers.ts';
import { waitUntilReported } from './waitUntilReported.ts';

const adminPassword = 'correct horse battery';
const events = Number(process.env['N'] ?? 1_000_000);
const viewers = Number(process.env['VIEWERS'] ?? 40);
/** 2.00 CPM in nano-USD, for one impression. */
const impressionPrice = 2_000_000n;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ ADMIN_PASSWORD: adminPassword });
});
afterAll(() => cluster?.close());

test(`${events} events to three machines behind a balancer without rules, with kills and cut cables, are counted exactly once`, async () => {
  const seed = readSeed();
  process.stdout.write(`cluster: SEED=${seed}\n`);
  const { channel } = await buildOneTagConfiguration(cluster, adminPassword, { name: 'Cluster' });
  let firstRequests = 0;
  let servedInARow = 0;
  // Each machine must have the configuration.
  await eventually(
    async () => {
      firstRequests += 1;
      const markup = await (await fetch(`${cluster.adsUrl}/vast/${channel.uid}`)).text();
      servedInARow = markup.includes('<Impression') ? servedInARow + 1 : 0;
      return servedInARow;
    },
    (inARow) => inARow >= 6,
  );

  const running = startViewers(cluster.adsUrl, channel.uid, {
    count: viewers,
    random: createRandom(seed + 1),
    timeoutMs: 20_000,
  });
  const { log } = running;
  const isEnough = () => log.acknowledged.size >= events;
  const disturbances = await disturbCluster(cluster, createRandom(seed), isEnough);
  while (!isEnough()) await pause(100);
  await running.stop();
  const reported = await waitUntilReported(cluster, { login: 'ops', password: adminPassword }, log);
  const accounts = await readCountedFrom(cluster.clickhouse);
  // Requests to a machine that did not have the configuration yet.
  accounts.delete(0);
  const [counted, ...others] = accounts.values();
  if (!counted) throw new Error('nothing is counted');

  const { lost, duplicated, unsent } = compareTraffic(counted, log);
  printSummary('cluster', {
    ...Object.fromEntries([...disturbances].map(([kind, count]) => [`of ${kind}`, count])),
    'ads acknowledged': log.ads.size,
    'events acknowledged': log.acknowledged.size,
    'connections broken off': log.aborted,
    'responses 5xx': log.faults.length,
    lost: lost.length,
    duplicated: duplicated.length,
    'counted that were not sent': unsent.length,
  });
  expect({ lost, duplicated, unsent }).toEqual({ lost: [], duplicated: [], unsent: [] });
  expect(others).toEqual([]);
  expect(counted.calls).toBeGreaterThanOrEqual(log.answered);
  expect(counted.calls).toBeLessThanOrEqual(log.requests + firstRequests);
  expect(counted.rev).toBe(BigInt(counted.imps) * impressionPrice);
  expect(counted.rolledUp).toEqual({ calls: counted.calls, imps: counted.imps });
  expect(reported).toEqual(counted.rolledUp);
}, 7_200_000);
