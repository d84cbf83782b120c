import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpoolRecord, TestRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { isMoneyMeasure, measures, rollups } from '#model/index.ts';
import { buildServe, buildTestEvent } from '#tests/support/events/buildRecord.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import type { FactsFixture } from './factsFixture.ts';
import { loadSpool } from './loadSpool.ts';
import { openFacts } from './openFacts.ts';
import { expectedSums, randomVisit } from './randomTraffic.ts';

let facts: FactsFixture;
let root = '';

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'tests-'));
  const tables = ['facts', 'test_facts', 'observed', 'loaded_segments', ...rollups.map(({ table }) => table)];
  for (const table of tables) await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function load(records: readonly SpoolRecord[]): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const record of records) await spool.append(record);
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse)).toEqual([]);
}

/** A random visit as a test. */
function randomTest(random: () => number): TestRecord[] {
  return randomVisit(random, Date.now()).flatMap((record): TestRecord[] => {
    if (record.type === 'serve') return [{ type: 'test', record }];
    const { payload } = record;
    return payload ? [{ type: 'test', record: { ...record, payload: { ...payload, isTest: true } } }] : [];
  });
}

describe('OpenRTB 2.6, 3.2.1: test requests', () => {
  test('become test facts without amounts: the request, each candidate’s outcome, and each event once', async () => {
    const at = Date.now();
    const serve = buildServe({ at, opportunityCost: 7 });
    const hit = buildTestEvent({ at }, { serveId: serve.serveId, servedAt: at });
    await load([
      { type: 'test', record: serve },
      { type: 'test', record: hit },
      { type: 'test', record: hit },
      { type: 'test', record: { ...hit, event: 'click' } },
    ]);
    const columns = 'kind, event, verdict, tagId, reason, calls, opps, candidates, sent, answered, imps, clicks';
    const rows = await facts.clickhouse.query<Record<string, unknown>>(
      `SELECT ${columns} FROM test_facts ORDER BY kind, event, verdict, tagId`,
    );
    const shown = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && Number(value) !== 0)),
    );
    expect(shown).toEqual([
      { kind: 'candidate', verdict: 'counted', tagId: 100, reason: 'timeout', candidates: 1, sent: 1 },
      { kind: 'candidate', verdict: 'counted', tagId: 101, candidates: 1, sent: 1, answered: 1 },
      { kind: 'event', event: 'click', verdict: 'counted', tagId: 101, clicks: 1 },
      { kind: 'event', event: 'impression', verdict: 'counted', tagId: 101, imps: 1 },
      { kind: 'event', event: 'impression', verdict: 'duplicate', tagId: 101 },
      { kind: 'serve', verdict: 'counted', calls: 1, opps: 1 },
    ]);
    const sums = await facts.sums('test_facts');
    expect(measures.filter((measure) => isMoneyMeasure(measure) && sums[measure] !== 0n)).toEqual([]);
    expect(sums).toMatchObject({ calls: 1n, reqs: 1n, imps: 1n });
  });

  test('leave no row in facts, roll-ups, observed inventory and the list of what is reconciled', async () => {
    await load(Array.from({ length: 200 }, (_, index) => randomTest(seededRandom(index))).flat());
    expect((await facts.sums('test_facts'))['imps']).toBeGreaterThan(50n);
    for (const table of ['facts', 'observed', 'loaded_segments', ...rollups.map(({ table }) => table)]) {
      const [row] = await facts.clickhouse.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
      expect(Number(row?.rows), table).toBe(0);
    }
  });

  test('among live ones change no figure of these', async () => {
    const random = seededRandom(11);
    const live = Array.from({ length: 300 }, () => randomVisit(random, Date.now())).flat();
    const tests = Array.from({ length: 300 }, () => randomTest(random)).flat();
    const mixed = live.flatMap((record, index): SpoolRecord[] => [...tests.slice(index, index + 1), record]);
    await load(mixed);
    const expected = expectedSums(live);
    expect(await facts.sums('facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
    expect(await facts.sums('facts', "kind IN ('candidate', 'event')")).toEqual(expected.demand);
    expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
    expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
    expect(await facts.sums('hourly_buying')).toEqual(expected.demand);
    expect((await facts.sums('test_facts'))['calls']).toBeGreaterThan(50n);
  });

  test('count their events once, even if they are reported again after a restart', async () => {
    const at = Date.now();
    const hit: TestRecord = { type: 'test', record: buildTestEvent({ at }, { servedAt: at }) };
    await load([hit]);
    await load([hit]);
    expect((await facts.sums('test_facts'))['imps']).toBe(1n);
  });
});
