import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FactStore } from '#events/load/factStore.ts';
import { startLoader, type Loader } from '#events/load/loader.ts';
import { reconcileNightly, type ReconcileReport } from '#events/nightly/reconcileNightly.ts';
import type { CountedRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { createTestLog, type FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';
import { insertsNothing } from '../../support/events/insertsNothing.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { expectedReach, expectedSums, randomVisit } from './randomTraffic.ts';

let facts: FactsFixture;
let root = '';
let loader: Loader | null = null;
const tables = [
  'facts',
  'hourly_supply',
  'hourly_demand',
  'hourly_buying',
  'hourly_inventory',
  'hourly_creative',
  'hourly_audience',
  'loaded_segments',
];

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'reconcile-'));
  for (const table of tables) await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(async () => {
  await loader?.stop();
  rmSync(root, { recursive: true, force: true });
});

const log = createTestLog();
const records: CountedRecord[] = [];

async function load(clickhouse: FactStore = facts.clickhouse): Promise<void> {
  const random = seededRandom(Date.now());
  records.splice(
    0,
    records.length,
    ...Array.from({ length: 300 }, () => randomVisit(random, Date.now(), 3 * 86_400_000)).flat(),
  );
  const spool = openSpool({ dir: join(root, 'spool', '0'), sealAfterBytes: 20_000 });
  for (const record of records) await spool.append(record);
  await spool.close();
  loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node: `it's-${root.slice(-6)}`,
    clickhouse,
    log,
    lifetimeMs: 4 * 3_600_000,
    intervalMs: 20,
    batchBytes: 60_000,
  });
  await loader.drain();
}

function run(clickhouse: FactStore = facts.clickhouse): Promise<ReconcileReport> {
  if (!loader) throw new Error('nothing is loaded');
  const stateDir = join(root, 'loader');
  return reconcileNightly({
    clickhouse,
    node: `it's-${root.slice(-6)}`,
    stateDir,
    factsDays: 30,
    now: Date.now(),
    log,
    loader,
    withoutInserts: insertsNothing(loader),
  });
}

async function expectAllRight(): Promise<void> {
  const expected = expectedSums(records);
  expect(await facts.sums('facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
  expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
  expect(await facts.sums('hourly_inventory')).toEqual(expected.supply);
  expect(await facts.sums('hourly_audience')).toEqual(expected.supply);
  expect(await facts.reach()).toBe(expectedReach(records));
  expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
  expect(await facts.sums('hourly_buying')).toEqual(expected.demand);
  expect(await facts.sums('hourly_creative')).toEqual(await facts.sums('facts', "kind = 'event'"));
}

describe('the reconciliation', () => {
  test('finds nothing to do after ordinary loads', async () => {
    await load();
    const report = await run();
    expect(report).toMatchObject({ reloadedSegments: [], wrongSegments: [], rebuiltDays: [] });
    expect(report.checkedSegments).toBeGreaterThan(1);
  });

  test('rebuilds the days of a roll-up that differ from the facts, and leaves the others unchanged', async () => {
    await load();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await facts.clickhouse.command(
      `INSERT INTO hourly_supply (demandId, hour, calls, rev) VALUES (1, '${yesterday} 05:00:00', 7, 99)`,
    );
    await facts.clickhouse.command(
      `ALTER TABLE hourly_demand DELETE WHERE toDate(hour) = '${yesterday}' SETTINGS mutations_sync = 2`,
    );
    // Only device states differ: one too many yesterday, in a group that does not exist.
    await facts.clickhouse.command(
      `INSERT INTO hourly_audience (demandId, hour, devices)
       SELECT 1, toDateTime('${yesterday} 05:00:00', 'UTC'), uniqState(toUInt64(77))`,
    );
    // Older than the facts: it cannot be rebuilt, so it must stay.
    const long = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
    await facts.clickhouse.command(
      `INSERT INTO hourly_inventory (demandId, hour, calls) VALUES (9, '${long} 05:00:00', 3)`,
    );
    const report = await run();
    expect(report.rebuiltDays.map(({ table, day }) => [table, day])).toEqual([
      ['hourly_supply', yesterday],
      ['hourly_demand', yesterday],
      ['hourly_audience', yesterday],
    ]);
    expect(report.rebuiltDays.at(-1)?.differences.map(({ measure }) => measure)).toEqual(['devices']);
    expect(report.rebuiltDays[0]?.differences.map(({ measure }) => measure)).toEqual(['calls', 'rev']);
    expect((await facts.sums('hourly_inventory', 'demandId = 9')).calls).toBe(3n);
    await facts.clickhouse.command(
      `ALTER TABLE hourly_inventory DELETE WHERE demandId = 9 SETTINGS mutations_sync = 2`,
    );
    await expectAllRight();
    expect((await run()).rebuiltDays).toEqual([]);
  });

  test('does not take what another node inserts meanwhile for a difference', async () => {
    await load();
    const [day] = new Date().toISOString().split('T');
    let hasInserted = false;
    const report = await run({
      ...facts.clickhouse,
      async query<T>(...[sql, ...rest]: Parameters<FactStore['query']>): Promise<T[]> {
        const rows = await facts.clickhouse.query<T>(sql, ...rest);
        if (hasInserted || !sql.includes('sum(calls)') || !sql.includes('FROM facts')) return rows;
        hasInserted = true;
        // Between the two queries that are compared.
        await facts.clickhouse.command(
          `INSERT INTO facts (node, kind, verdict, at, demandId, serveId, calls)
           VALUES ('other', 'serve', 'counted', toDateTime64('${day} 00:00:01', 3, 'UTC'), 7, 'a', 5)`,
        );
        return rows;
      },
    });
    expect(hasInserted).toBe(true);
    expect(report.rebuiltDays).toEqual([]);
    expect((await facts.sums('hourly_supply', 'demandId = 7')).calls).toBe(5n);
  });

  test('reloads a segment that the store has only in part or twice', async () => {
    let inserts = 0;
    // The second segment also arrives under another token, as if the store had lost the first.
    await load({
      query: (sql, params) => facts.clickhouse.query(sql, params),
      command: (sql) => facts.clickhouse.command(sql),
      async insertRows(table, rows, options) {
        if (table === 'facts') inserts += 1;
        if (table === 'facts' && inserts === 2)
          await facts.clickhouse.insertRows(table, rows, { ...options, token: 'another' });
        await facts.clickhouse.insertRows(table, rows, options);
      },
    });
    expect(readdirSync(join(root, 'loader', 'unverified'))).toHaveLength(1);
    const report = await run();
    expect(report.reloadedSegments).toHaveLength(1);
    expect(report.wrongSegments).toEqual([]);
    expect(report.rebuiltDays.length).toBeGreaterThan(0);
    await expectAllRight();
    expect(readdirSync(join(root, 'loader', 'unverified'))).toEqual([]);
    expect(await run()).toMatchObject({ reloadedSegments: [], wrongSegments: [], rebuiltDays: [] });
  });

  test('reports a segment whose rows are missing everywhere', async () => {
    await load();
    const [row] = await facts.clickhouse.query<{ seq: string; rows: string }>(
      'SELECT seq, max(rows) AS rows FROM loaded_segments GROUP BY seq ORDER BY seq LIMIT 1',
    );
    const seq = Number(row?.seq);
    await facts.clickhouse.command(`ALTER TABLE facts DELETE WHERE seq = ${seq} SETTINGS mutations_sync = 2`);
    const report = await run();
    expect(report.wrongSegments).toEqual([{ seq, rows: Number(row?.rows), found: 0 }]);
    expect(log.lines.join()).toContain(`Segment ${seq} has 0 rows`);
  });

  test('removes files that are set aside and complete', async () => {
    await load();
    const [row] = await facts.clickhouse.query<{ seq: string; epoch: string }>(
      'SELECT seq, epoch FROM loaded_segments ORDER BY seq LIMIT 1',
    );
    const rows = await facts.clickhouse.query<object>(`SELECT * FROM facts WHERE seq = ${row?.seq}`);
    mkdirSync(join(root, 'loader', 'unverified'), { recursive: true });
    writeFileSync(
      join(root, 'loader', 'unverified', `${row?.epoch}-${row?.seq}.ndjson`),
      `${rows.map((each) => JSON.stringify(each)).join('\n')}\n`,
    );
    expect(await run()).toMatchObject({ reloadedSegments: [], wrongSegments: [] });
    expect(readdirSync(join(root, 'loader', 'unverified'))).toEqual([]);
  });
});
