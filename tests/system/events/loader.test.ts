import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildObservedCreative,
  buildEvent,
  buildOrigin,
  buildPayload,
  buildServe,
} from '#tests/support/events/buildRecord.ts';
import type { FactStore } from '#events/load/factStore.ts';
import { startLoader, type Loader } from '#events/load/loader.ts';
import type { ServeRecord, CountedRecord } from '#events/record/records.ts';
import type { IvtVerdict } from '#model/index.ts';
import { openSpool } from '#events/spool/spool.ts';
import { openName, recordVersion, sealedName } from '#events/spool/spoolNames.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { spawnStore } from '../../stores/spawnStore.ts';
import { createTestLog, sumMeasures, type FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { expectedReach, expectedSums, randomVisit } from './randomTraffic.ts';

const hourMs = 3_600_000;
const lifetimeMs = 4 * hourMs;
const supplyFacts = "kind IN ('serve', 'event')";
const demandFacts = "kind IN ('candidate', 'event')";

let facts: FactsFixture;
let root = '';
let log = createTestLog();
const running: Loader[] = [];

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'loader-'));
  log = createTestLog();
  for (const table of [
    'facts',
    'hourly_supply',
    'hourly_demand',
    'hourly_buying',
    'hourly_inventory',
    'hourly_creative',
    'hourly_audience',
    'loaded_segments',
  ])
    await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((loader) => loader.stop()));
  rmSync(root, { recursive: true, force: true });
});

async function start(
  overrides: { clickhouse?: FactStore; rowsPerPart?: number; batchBytes?: number } = {},
): Promise<Loader> {
  const loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node: `test-${root.slice(-6)}`,
    clickhouse: facts.clickhouse,
    log,
    lifetimeMs,
    factsDays: 400,
    intervalMs: 20,
    ...overrides,
  });
  running.push(loader);
  return loader;
}

async function spool(slot: string, records: readonly CountedRecord[], sealAfterBytes?: number): Promise<void> {
  const opened = openSpool({ dir: join(root, 'spool', slot), ...(sealAfterBytes ? { sealAfterBytes } : {}) });
  for (let at = 0; at < records.length; at += 50)
    await Promise.all(records.slice(at, at + 50).map((record) => opened.append(record)));
  await opened.close();
}

async function expectCounted(records: readonly CountedRecord[]): Promise<void> {
  const expected = expectedSums(records);
  expect(await facts.sums('facts', supplyFacts)).toEqual(expected.supply);
  expect(await facts.sums('facts', demandFacts)).toEqual(expected.demand);
  expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
  expect(await facts.sums('hourly_inventory')).toEqual(expected.supply);
  expect(await facts.sums('hourly_audience')).toEqual(expected.supply);
  expect(await facts.reach()).toBe(expectedReach(records));
  expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
  expect(await facts.sums('hourly_buying')).toEqual(expected.demand);
  expect(await facts.sums('hourly_creative')).toEqual(await facts.sums('facts', "kind = 'event'"));
}

function shuffle<T>(list: T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

describe('the loader', () => {
  test('counts random traffic over several slots, in any order, by the reference rule', async () => {
    const random = seededRandom(1);
    const records = shuffle(Array.from({ length: 2000 }, () => randomVisit(random, Date.now())).flat(), random);
    const slots = ['0', '1', '2'].map((name, slot) => ({
      name,
      records: records.filter((_, index) => index % 3 === slot),
    }));
    for (const slot of slots) await spool(slot.name, slot.records, 30_000);
    const loader = await start({ rowsPerPart: 700, batchBytes: 200_000 });
    await loader.drain();
    await expectCounted(records);
    expect(log.lines).toEqual([]);
    expect(readdirSync(join(root, 'loader', 'segments'))).toEqual([]);
    const [noted] = await facts.clickhouse.query<{ rows: string }>(
      'SELECT sum(rows) AS rows FROM loaded_segments FINAL',
    );
    const [stored] = await facts.clickhouse.query<{ rows: string }>('SELECT count() AS rows FROM facts');
    expect(noted).toEqual(stored);
  });

  test('records every creative of a pod in the observed inventory, although it is one request', async () => {
    await facts.clickhouse.command('TRUNCATE TABLE observed');
    const origin = buildOrigin({ site: '' });
    const [first, ...others] = ['1', '2', '3'].map((digit) => ({
      key: digit.repeat(16),
      declared: buildObservedCreative({ title: `Film ${digit}` }),
    }));
    const pod = buildServe({
      at: Date.now(),
      origin,
      creative: first?.key ?? '',
      ...(first ? { observations: { creative: first.declared } } : {}),
      furtherCreatives: others,
    });
    await spool('0', [pod]);
    await (await start()).drain();
    const seen = await facts.clickhouse.query<{ key: string; title: string }>(
      `SELECT key, JSONExtractString(argMaxMerge(declared), 'title') AS title FROM observed
        WHERE inventory = 'creative' GROUP BY key ORDER BY key`,
    );
    expect(seen.map(({ title }) => title)).toEqual(['Film 1', 'Film 2', 'Film 3']);
    expect(seen[1]?.key).toBe(others[0]?.key);
    await expectCounted([pod]);
  });

  test('loads sealed files while it runs', async () => {
    const loader = await start();
    await spool('0', [buildServe({ at: Date.now() })]);
    await vi.waitFor(async () => expect((await facts.sums('hourly_supply')).calls).toBe(1n), { timeout: 20_000 });
    await loader.drain();
  });

  test('every roll-up has the same gross, invalid and net figures, and invalid traffic earns nothing', async () => {
    const now = Date.now();
    const visit = (ivt: IvtVerdict | undefined, serve: Partial<ServeRecord> = {}): CountedRecord[] => {
      const origin = buildOrigin(ivt === undefined ? {} : { ivt });
      const record = buildServe({ at: now, origin, opportunityCost: 70_000, ...serve });
      if (record.reason !== null) return [record];
      return [
        record,
        buildEvent({ at: now, payload: buildPayload({ serveId: record.serveId, servedAt: now, origin }) }),
      ];
    };
    const refused: Partial<ServeRecord> = { reason: 'ivt_prebid', requestFee: 0, opportunityCost: 0, candidates: [] };
    await spool('0', [
      ...visit(undefined),
      ...visit('valid'),
      ...visit('valid'),
      ...visit('crawler'),
      ...visit('data_center'),
      ...visit('crawler', refused),
    ]);
    await (await start()).drain();
    for (const [table, kinds] of [
      ['facts', supplyFacts],
      ['hourly_supply', '1'],
      ['hourly_inventory', '1'],
    ] as const) {
      const sumsWhere = (condition: string) => facts.sums(table, `${kinds} AND ${condition}`);
      expect(await sumsWhere('1')).toMatchObject({ calls: 6n, reqs: 5n, opps: 5n, imps: 5n, systemCost: 250_500n });
      expect(await sumsWhere("ivt != ''")).toMatchObject({ calls: 5n, imps: 4n });
      expect(await sumsWhere("ivt NOT IN ('', 'valid')")).toMatchObject({
        calls: 3n,
        reqs: 2n,
        imps: 2n,
        rev: 0n,
        cost: 0n,
      });
      expect(await sumsWhere("ivt IN ('', 'valid')")).toMatchObject({ imps: 3n, rev: 7_500_000n, cost: 5_460_000n });
      expect(await sumsWhere("ivt = 'crawler'")).toMatchObject({ calls: 2n, reqs: 1n, imps: 1n });
      expect(await sumsWhere("reason = 'ivt_prebid'")).toMatchObject({ calls: 1n, reqs: 0n, systemCost: 0n });
    }
    for (const [table, kinds] of [
      ['facts', demandFacts],
      ['hourly_demand', '1'],
    ] as const) {
      const sumsWhere = (condition: string) => facts.sums(table, `${kinds} AND ${condition}`);
      expect(await sumsWhere('1')).toMatchObject({ sent: 10n, answered: 5n, imps: 5n, rev: 7_500_000n });
      expect(await sumsWhere("ivt NOT IN ('', 'valid')")).toMatchObject({ sent: 4n, imps: 2n, rev: 0n, cost: 0n });
    }
    expect(await facts.sums('hourly_creative', "ivt NOT IN ('', 'valid')")).toMatchObject({ imps: 2n, rev: 0n });
    expect(log.lines).toEqual([]);
  });

  test('an account’s own parameters are stored with requests and events, and change no sum', async () => {
    const now = Date.now();
    const origin = buildOrigin({ params: { genre: 'news', tier: 'ü "1"' } });
    const serve = buildServe({ at: now, origin });
    const hit = { at: now, payload: buildPayload({ serveId: serve.serveId, servedAt: now, origin }) };
    const records = [serve, buildEvent(hit), buildEvent({ ...hit, event: 'start' }), buildServe({ at: now })];
    await spool('0', records);
    await (await start()).drain();
    await expectCounted(records);
    const offeredRows = await facts.clickhouse.query<{ kind: string; genre: string; tier: string }>(
      `SELECT kind, params['genre'] AS genre, params['tier'] AS tier FROM facts WHERE notEmpty(params) ORDER BY kind`,
    );
    const both = { genre: 'news', tier: 'ü "1"' };
    expect(offeredRows).toEqual([
      { kind: 'event', ...both },
      { kind: 'event', ...both },
      { kind: 'serve', ...both },
    ]);
    expect(log.lines).toEqual([]);
  });

  test('a hit that was counted before a restart is a duplicate after it, in any slot', async () => {
    const now = Date.now();
    const hit = buildEvent({ at: now, payload: buildPayload({ servedAt: now - 5000 }) });
    await spool('0', [hit]);
    const first = await start();
    await first.drain();
    await first.stop();
    await spool('1', [hit, { ...hit, event: 'click' }]);
    await (await start()).drain();
    const rows = await facts.clickhouse.query<{ event: string; verdict: string }>(
      'SELECT event, verdict FROM facts ORDER BY event, verdict',
    );
    expect(rows).toEqual([
      { event: 'click', verdict: 'counted' },
      { event: 'impression', verdict: 'counted' },
      { event: 'impression', verdict: 'duplicate' },
    ]);
  });

  test('a year of history loads, and its duplicates are recognized even in another file', async () => {
    const random = seededRandom(3);
    const records = Array.from({ length: 300 }, () => randomVisit(random, Date.now(), 390 * 24 * hourMs)).flat();
    await spool('demo', records);
    const loader = await start();
    await loader.drain();
    const repeated = records.filter((record) => record.type === 'event');
    await spool('demo', repeated);
    await loader.drain();
    await expectCounted([...records, ...repeated]);
  });

  test('invalid records are quarantined and affect nothing else', async () => {
    const now = Date.now();
    const good = buildServe({ at: now });
    await spool('0', [
      buildServe({ at: 0 }),
      good,
      buildServe({ at: now + 2 * 24 * hourMs }),
      buildEvent({ at: now, payload: buildPayload({ servedAt: now, origin: { ...good.origin, demandId: 2 ** 32 } }) }),
    ]);
    const loader = await start();
    await loader.drain();
    await expectCounted([good]);
    const lines = readFileSync(join(root, 'loader', 'quarantine.ndjson'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { fault: string }).fault)).toEqual(['time', 'time', 'origin']);
    expect(log.lines.join()).toContain('3 records could not be converted to facts');
  });

  test('files of a later release wait, and the log says so once', async () => {
    const records = randomVisit(seededRandom(5), Date.now());
    await spool('0', records);
    const path = join(root, 'spool', '0', sealedName(openName(Date.now(), 'ab', recordVersion + 1)));
    writeFileSync(path, 'records of a later release');
    const loader = await start();
    await loader.drain();
    await expectCounted(records);
    expect(existsSync(path)).toBe(true);
    await vi.waitFor(() => expect(log.lines.filter((text) => text.includes('A later release wrote'))).toHaveLength(1));
  });

  test('the valid part of a damaged file is loaded, and the file is set aside', async () => {
    const now = Date.now();
    const records = [buildServe({ at: now }), buildServe({ at: now })];
    await spool('0', records);
    const dir = join(root, 'spool', '0');
    const name = readdirSync(dir)[0] ?? '';
    writeFileSync(join(dir, name), readFileSync(join(dir, name)).subarray(0, -3));
    await (await start()).drain();
    await expectCounted(records.slice(0, 1));
    expect(readdirSync(join(root, 'loader', 'damaged'))).toEqual([`0-${name}`]);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('rows that the store refuses stay on disk, others continue, and the next start retries them', async () => {
    const now = Date.now();
    const records = [buildServe({ at: now }), buildServe({ at: now })];
    const refusing: FactStore = {
      query: (sql, params) => facts.clickhouse.query(sql, params),
      command: (sql) => facts.clickhouse.command(sql),
      // As if the rows were incomplete.
      insertRows: (table, rows, options) =>
        facts.clickhouse.insertRows(table, table === 'facts' ? rows.slice(0, -1) : rows, options),
    };
    await spool('0', records);
    const first = await start({ clickhouse: refusing });
    await first.drain();
    expect(log.lines.join()).toContain('rejected as bad data');
    expect(await facts.sums('facts')).toEqual(expectedSums([]).supply);
    expect(readdirSync(join(root, 'loader', 'refused'))).toHaveLength(1);
    await first.stop();
    const second = await start();
    await second.drain();
    await expectCounted(records);
    expect(readdirSync(join(root, 'loader', 'refused'))).toEqual([]);
  });

  test('a store that is killed during a load and returns has everything once', async () => {
    const dataDir = await copyMigratedStore('clickhouse');
    const store = await spawnStore({ dataDir, part: 'clickhouse' });
    const clickhouse = openClickHouse(store.urls.clickhouseUrl);
    const random = seededRandom(5);
    const records = Array.from({ length: 1500 }, () => randomVisit(random, Date.now())).flat();
    await spool('0', records, 20_000);
    let inserts = 0;
    const dying = {
      ...clickhouse,
      insertRows: async (...insert: Parameters<typeof clickhouse.insertRows>) => {
        if (insert[0] === 'facts') inserts += 1;
        const isInserted = clickhouse.insertRows(...insert);
        // The facts of the second segment are in flight when the store dies.
        if (insert[0] === 'facts' && inserts === 2) await Promise.allSettled([isInserted, store.stop('SIGKILL')]);
        await isInserted;
      },
    };
    const loader = await start({ clickhouse: dying, batchBytes: 100_000 });
    const drained = loader.drain();
    await vi.waitFor(() => expect(log.lines.join()).toContain('is retried'), { timeout: 30_000 });
    // Only a few segments are prepared ahead; the others wait in the spool.
    expect(existsSync(join(root, 'loader', 'segments'))).toBe(true);
    expect(readdirSync(join(root, 'loader', 'segments')).length).toBeLessThanOrEqual(5);
    const again = await spawnStore({ dataDir, part: 'clickhouse', clickhouseUrl: store.urls.clickhouseUrl });
    try {
      await drained;
      const expected = expectedSums(records);
      expect(await sumMeasures(clickhouse, 'facts', supplyFacts)).toEqual(expected.supply);
      expect(await sumMeasures(clickhouse, 'hourly_supply')).toEqual(expected.supply);
      expect(await sumMeasures(clickhouse, 'hourly_inventory')).toEqual(expected.supply);
      expect(await sumMeasures(clickhouse, 'hourly_audience')).toEqual(expected.supply);
      expect(await sumMeasures(clickhouse, 'hourly_demand')).toEqual(expected.demand);
      expect(await sumMeasures(clickhouse, 'hourly_buying')).toEqual(expected.demand);
    } finally {
      await Promise.all(running.splice(0).map((each) => each.stop()));
      await clickhouse.close();
      await again.stop('SIGTERM');
    }
  });
});
