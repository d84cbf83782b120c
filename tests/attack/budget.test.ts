import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../e2e/apiClient.ts';
import { configureBuying } from './buying/configureBuying.ts';
import { startAuctions } from './buying/startAuctions.ts';
import { disturbCluster } from './cluster/disturbCluster.ts';
import { startCluster, type Cluster } from './cluster/startCluster.ts';
import { createRandom } from './createRandom.ts';
import { printSummary } from './printSummary.ts';
import { readCountedFrom } from './readCounted.ts';
import { readSeed } from './readSeed.ts';

const adminPassword = 'attack-on-a-budget-password';
/** Impressions that the budget pays for. */
const affordable = Number(process.env['N'] ?? 5000);
const auctionsAtOnce = Number(process.env['VIEWERS'] ?? 20);
/** 10.00 CPM in nano-USD, for one impression. */
const price = 10_000_000n;
/** Auctions go on for so long after the budget is spent. */
const afterwardsMs = 60_000;
/** Tries per half a second until what killed processes had leased and reserved is available again: 35 minutes. */
const spendTries = 6000;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ ADMIN_PASSWORD: adminPassword });
});
afterAll(() => cluster?.close());

test(`a budget of ${affordable} impressions is spent at three machines with kills and cut cables, and not exceeded`, async () => {
  const seed = readSeed();
  process.stdout.write(`budget: SEED=${seed}\n`);
  const budget = BigInt(affordable) * price;
  const spendTotal = (Number(budget) / 1e9).toFixed(2);
  const { supplierUid, campaignId } = await configureBuying(cluster, adminPassword, { bid: '10.00', spendTotal });
  const readSpend = async () => {
    const [row] = await cluster.clickhouse.query<{ imps: string; rev: string }>(
      `SELECT sum(imps) AS imps, sum(rev) AS rev FROM facts WHERE campaignId = ${campaignId}`,
    );
    return { imps: Number(row?.imps ?? 0), rev: BigInt(row?.rev ?? 0) };
  };
  const auctions = startAuctions(cluster.adsUrl, supplierUid, {
    count: auctionsAtOnce,
    random: createRandom(seed + 1),
    winShare: 0.5,
    timeoutMs: 20_000,
  });
  const { log } = auctions;
  const isSpent = () => log.wins >= affordable * 0.9;
  const disturbances = await disturbCluster(cluster, createRandom(seed), isSpent);
  await eventually(
    () => readSpend().catch(() => ({ imps: 0, rev: 0n })),
    ({ imps }) => imps >= affordable * 0.99,
    spendTries,
  );
  await pause(afterwardsMs);
  await auctions.stop();

  const client = await signInAs(cluster.consoleUrl, 'ops', adminPassword);
  const impressions = [...log.acknowledged].filter((name) => name.endsWith(' impression'));
  const reported = await eventually(
    async () => {
      const { totals } = await runReport(client, { metrics: ['imps'] });
      return Number(totals['imps']);
    },
    (imps) => imps >= impressions.length,
    1800,
  );
  const { imps, rev } = await readSpend();
  const accounts = await readCountedFrom(cluster.clickhouse);
  const hits = new Map([...accounts.values()].flatMap((account) => [...account.hits]));
  const lost = [...log.acknowledged].filter((name) => name.endsWith(' impression') && !hits.has(name));
  const duplicated = [...hits].filter(([, times]) => times > 1);
  printSummary('budget', {
    ...Object.fromEntries([...disturbances].map(([kind, count]) => [`of ${kind}`, count])),
    'bid requests': log.requests,
    'without response': log.unanswered,
    'responses 503': log.refused,
    bids: log.bids,
    wins: log.wins,
    'impressions acknowledged': impressions.length,
    'impressions counted': imps,
    'permille of the budget spent': Number((rev * 1000n) / budget),
    lost: lost.length,
    duplicated: duplicated.length,
  });
  expect(log.faults).toEqual([]);
  expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
  expect(rev).toBe(BigInt(imps) * price);
  expect(reported).toBe(imps);
  expect(rev).toBeLessThanOrEqual(budget);
}, 7_200_000);
