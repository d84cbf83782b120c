import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFetchedLists } from '#serving/ivt/fetchedLists.ts';
import { parseAgentList } from '#engine/ivt/agentList.ts';
import { buildAddressSet } from '#engine/lists/addressSet.ts';
import { createLock } from '#events/spool/lock.ts';
import { openSpool } from '#events/spool/spool.ts';
import { rollups, type LateIvtReason } from '#model/index.ts';
import { reviewTraffic, type ReviewOptions } from '#review/reviewTraffic.ts';
import { loadSpool } from '../events/loadSpool.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';
import { learned, reviewedTraffic, type ReviewedHit } from './reviewedTraffic.ts';

const dayMs = 86_400_000;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const yesterday = midnight - dayMs;
let facts: FactsFixture;
let root = '';

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'review-'));
  const tables = ['facts', 'event_sources', 'traffic_reviews', 'loaded_segments', ...rollups.map(({ table }) => table)];
  for (const table of tables) await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function load(hits: readonly ReviewedHit[]): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0'), sealAfterBytes: 100_000 });
  for (const { record } of hits) await spool.append(record);
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse)).toEqual([]);
}

function review(overrides: Partial<ReviewOptions> = {}, hasLearned = true) {
  return reviewTraffic({
    clickhouse: facts.clickhouse,
    knowledge: async () => ({
      blockedIps: buildAddressSet(hasLearned ? [learned.network] : []),
      blockedAgents: parseAgentList(hasLearned ? learned.agent : ''),
      ...noFetchedLists,
      locate: () => null,
      maxPerMinute: 300,
    }),
    withoutInserts: (work) => work(new AbortController().signal),
    days: 3,
    now: midnight + 2 * 3_600_000,
    ...overrides,
  });
}

/** The sums that the review must book, by reason. */
function expectedOf(hits: readonly ReviewedHit[]) {
  const expected: Partial<Record<LateIvtReason, { imps: number; clicks: number; rev: number; cost: number }>> = {};
  for (const { record, reason } of hits) {
    if (reason === null) continue;
    const sums = (expected[reason] ??= { imps: 0, clicks: 0, rev: 0, cost: 0 });
    if (record.event === 'click') sums.clicks += 1;
    else {
      sums.imps += 1;
      sums.rev += record.payload?.ad.rev ?? 0;
      sums.cost += record.payload?.ad.cost ?? 0;
    }
  }
  return expected;
}

async function bookedIn(table: string) {
  const rows = await facts.clickhouse.query<Record<string, string>>(
    `SELECT ivt AS verdict, sum(adjustedImps) AS imps_sum, sum(adjustedClicks) AS clicks_sum,
       sum(adjustedRev) AS rev_sum, sum(adjustedCost) AS cost_sum
     FROM ${table} GROUP BY verdict HAVING imps_sum + clicks_sum > 0`,
  );
  const sums = rows.map(({ verdict = '', ...row }) => [
    verdict,
    {
      imps: Number(row['imps_sum']),
      clicks: Number(row['clicks_sum']),
      rev: Number(row['rev_sum']),
      cost: Number(row['cost_sum']),
    },
  ]);
  return Object.fromEntries(sums) as ReturnType<typeof expectedOf>;
}

async function expectBooked(hits: readonly ReviewedHit[]): Promise<void> {
  const expected = expectedOf(hits);
  for (const table of ['facts', ...rollups.map((rollup) => rollup.table)]) {
    expect(await bookedIn(table), table).toEqual(expected);
  }
}

describe('the nightly review', () => {
  test('books what robots did beside the first count, and nothing of households, carriers and a match', async () => {
    const hits = reviewedTraffic(yesterday);
    await load(hits);
    const before = await facts.sums('hourly_supply');
    const days = await review();
    await expectBooked(hits);
    const after = await facts.sums('hourly_supply');
    const { adjustedImps, adjustedClicks, adjustedRev, adjustedCost, adjustedRevM, adjustedRevMd, ...counted } = after;
    expect(before).toMatchObject(counted);
    expect(days).toEqual([
      {
        day: new Date(yesterday).toISOString().slice(0, 10),
        events: expect.any(Number) as number,
        adjustedImps: Number(adjustedImps),
        adjustedClicks: Number(adjustedClicks),
        adjustedRev,
        adjustedCost,
      },
    ]);
    const invalid = hits.filter(({ reason, record }) => reason !== null && record.event === 'impression');
    const marketplace = invalid.flatMap(({ record }) => (record.payload?.ad.marketplace ? [record.payload.ad] : []));
    expect(adjustedRevM).toBe(BigInt(marketplace.reduce((sum, { rev }) => sum + rev, 0)));
    expect(adjustedRevMd).toBe(BigInt(marketplace.reduce((sum, ad) => sum + (ad.marketplace?.revMd ?? 0), 0)));
  });

  test('counts nothing twice: not when it runs again, by two workers, or after it was cut off at any statement', async () => {
    const hits = reviewedTraffic(yesterday);
    await load(hits);
    const { clickhouse } = facts;
    for (let statements = 0; ; statements += 1) {
      let remaining = statements;
      const cut: ReviewOptions['clickhouse'] = {
        ...clickhouse,
        command: async (sql) => {
          await clickhouse.command(sql);
          remaining -= 1;
          if (remaining < 0) throw new Error('killed');
        },
        insertRows: async () => Promise.reject(new Error('killed')),
      };
      const outcome = await review({ clickhouse: cut }).catch((error: unknown) => String(error));
      expect(outcome).toBe('Error: killed');
      if (remaining >= 0) break;
    }
    // As after a kill between a table and its views.
    await clickhouse.command("ALTER TABLE hourly_demand DELETE WHERE ivt = 'ad_burst' SETTINGS mutations_sync = 2");
    const tables = createLock();
    const both = await Promise.all([tables.run(() => review()), tables.run(() => review())]);
    expect(both.map((days) => days.length)).toEqual([1, 0]);
    await expectBooked(hits);
    expect(await review()).toEqual([]);
  });

  test('reviews a day again in the next night by what the lists have learned, and only then', async () => {
    const hits = reviewedTraffic(yesterday);
    await load(hits);
    await review({}, false);
    const isLate = ({ reason }: ReviewedHit) => reason === 'late_data_center' || reason === 'late_agent';
    await expectBooked(hits.filter((hit) => !isLate(hit)));
    expect(await review({ now: midnight + 20 * 3_600_000 })).toEqual([]);
    expect(await review({ now: midnight + dayMs + 2 * 3_600_000, days: 4 })).toHaveLength(1);
    await expectBooked(hits);
  });

  test('reviews a day that was loaded more than a day later', async () => {
    const hits = reviewedTraffic(yesterday - dayMs);
    await load(hits);
    expect(await review()).toHaveLength(1);
    await expectBooked(hits);
  });

  test('does nothing without stored sources, as after an upgrade', async () => {
    const hits = reviewedTraffic(yesterday);
    await load(hits);
    await facts.clickhouse.command('TRUNCATE TABLE event_sources');
    expect(await review()).toEqual([]);
    expect(await bookedIn('facts')).toEqual({});
    expect(await facts.clickhouse.query('SELECT day FROM traffic_reviews')).toEqual([]);
  });

  test('leaves the current day for the next night', async () => {
    await load(reviewedTraffic(yesterday).map(({ record, reason }) => ({ record, reason })));
    expect(await review({ now: midnight + 60_000 })).toEqual([]);
  });
});
