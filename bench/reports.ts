import { join } from 'node:path';
import { runReport } from '#api/reports/runReport.ts';
import { addDays, normalizeReport, planReport, type ReportBody, type ReportViewer } from '#reports/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { openTestClickHouse } from '../tests/stores/openTestClickHouse.ts';
import { fillRollups } from './fillRollups.ts';
import { medianOf } from './medianOf.ts';

/** Rows of all roll-ups together; BENCH_ROWS sets a smaller number. */
const rows = Number(process.env['BENCH_ROWS'] ?? 100_000_000);
const start = new Date('2025-10-01T00:00:00Z');
const days = 396;
const lastDay = '2026-10-31';
const rounds = 5;

/** A report question, and the shortest equivalent SQL that an expert of the schema would write. */
interface Question {
  name: string;
  body: ReportBody;
  byHand: string;
}

const viewer: ReportViewer = buildViewer({ demandId: 3 });
const range = (from: string) =>
  `hour >= toDateTime('${from} 00:00:00', 'UTC') AND hour < toDateTime('2026-11-01 00:00:00', 'UTC')`;

const questions: readonly Question[] = [
  {
    name: 'dashboard tiles',
    body: {
      startDate: lastDay,
      endDate: lastDay,
      offset: 0,
      metrics: ['reqs', 'opps', 'imps', 'fill', 'rev', 'cost', 'profit', 'margin'],
    },
    byHand: `SELECT sum(reqs), sum(opps), sum(imps), sum(rev), sum(cost), sum(systemCost) FROM hourly_supply WHERE demandId = 3 AND ${range(lastDay)}`,
  },
  {
    name: 'dashboard by day',
    body: {
      startDate: addDays(lastDay, -29),
      endDate: lastDay,
      offset: 3,
      interval: 'day',
      metrics: ['reqs', 'imps', 'rev', 'profit'],
    },
    byHand: `SELECT toDate(hour + 10800) AS day, sum(reqs), sum(imps), sum(rev), sum(cost), sum(systemCost) FROM hourly_supply WHERE demandId = 3 AND ${range(addDays(lastDay, -29))} GROUP BY day ORDER BY day`,
  },
  {
    name: 'dashboard top tags',
    body: {
      startDate: lastDay,
      endDate: lastDay,
      offset: 0,
      dimensions: ['tag'],
      metrics: ['imps', 'rev', 'ecpm'],
      sort: [{ key: 'rev', dir: 'desc' }],
      limit: 10,
    },
    byHand: `SELECT tagId, sum(imps), sum(rev) AS r FROM hourly_demand WHERE demandId = 3 AND ${range(lastDay)} GROUP BY tagId ORDER BY r DESC LIMIT 10`,
  },
  {
    name: 'Marketplace Report',
    body: {
      startDate: '2025-10-01',
      endDate: lastDay,
      offset: 0,
      dimensions: ['marketplace_name'],
      metrics: ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'],
      sort: [{ key: 'rev_m', dir: 'desc' }],
    },
    byHand: `SELECT marketplace, sum(revM) AS r, sum(revMd), sum(imps), sum(sent), sum(answered) FROM hourly_demand WHERE demandId = 3 AND ${range('2025-10-01')} GROUP BY marketplace ORDER BY r DESC`,
  },
  {
    name: '8 dimensions, 13 months',
    body: {
      startDate: '2025-10-01',
      endDate: lastDay,
      offset: 0,
      dimensions: ['month', 'advertiser', 'tag', 'tier', 'marketplace_name', 'channel', 'environment', 'reason'],
      metrics: ['imps', 'reqs', 'rev'],
      sort: [{ key: 'rev', dir: 'desc' }],
      limit: 10_000,
    },
    byHand: `SELECT toStartOfMonth(hour) AS month, advertiserId, tagId, tier, marketplace, channelId, environment, reason, sum(imps), sum(sent), sum(rev) AS r FROM hourly_demand WHERE demandId = 3 AND ${range('2025-10-01')} GROUP BY month, advertiserId, tagId, tier, marketplace, channelId, environment, reason ORDER BY r DESC LIMIT 10000 SETTINGS max_bytes_before_external_group_by = 300000000, max_bytes_before_external_sort = 300000000`,
  },
];

/** Reports over 13 months of roll-ups, compared with hand-written SQL for each question on the same store. */
export async function benchReports(): Promise<string> {
  const store = await openTestClickHouse();
  const clickhouse = openClickHouse(store.url);
  await migrateClickHouse(clickhouse, join(import.meta.dirname, '../migrations/clickhouse'));
  await fillRollups(clickhouse, rows, start, days * 24);
  const lines: string[] = [];
  for (const question of questions) lines.push(await measure(clickhouse, question));
  await clickhouse.close();
  await store.close();
  return `${(rows / 1e6).toFixed(0)} M rows\n${lines.map((line) => `         ${line}`).join('\n')}`;
}

async function measure(clickhouse: ClickHouse, { name, body, byHand }: Question): Promise<string> {
  const ours: number[] = [];
  const hand: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ourAt = performance.now();
    await runOurs(clickhouse, body);
    ours.push(performance.now() - ourAt);
    const handAt = performance.now();
    await clickhouse.query(byHand, {}, { lane: 'report' });
    hand.push(performance.now() - handAt);
  }
  const [our, bound] = [medianOf(ours), medianOf(hand)];
  return `${name}: ${our.toFixed(0)} ms, by hand ${bound.toFixed(0)} ms, ratio ${(our / bound).toFixed(2)}`;
}

async function runOurs(clickhouse: ClickHouse, body: ReportBody): Promise<void> {
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  const planned = planReport(normalized.request, viewer);
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  const answer = await runReport(clickhouse, planned.plan, new AbortController().signal);
  if (answer.outcome !== 'done') throw new Error(`no answer: ${answer.outcome}`);
}
