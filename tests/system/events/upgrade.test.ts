import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dropTemporaryTables } from '#events/load/dropTemporaryTables.ts';
import type { FactStore } from '#events/load/factStore.ts';
import { loadLeftovers } from '#events/load/loadLeftovers.ts';
import { startLoader, type Loader } from '#events/load/loader.ts';
import { insertsNothing } from '../../support/events/insertsNothing.ts';
import { reconcileNightly } from '#events/nightly/reconcileNightly.ts';
import type { Origin, CountedRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { measures, playerEvents } from '#model/index.ts';
import { openClickHouse, type ClickHouse, type InsertOptions } from '#storage/clickhouse.ts';
import { migrateClickHouse, readMigrations } from '#storage/clickhouseMigrations.ts';
import { describeFactSchema, type FactSchema } from '#storage/factSchema/factSchema.ts';
import { readFactSchema } from '#storage/factSchema/readFactSchema.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { columnNameAt, presentColumnName, renamingVersion } from '../../support/events/formerFactNames.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { dropConnectionOnce } from './dropConnectionOnce.ts';
import { countDevices, createTestLog, migrationsDir, sumMeasures } from './factsFixture.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { expectedReach, expectedSums, randomVisit } from './randomTraffic.ts';

const node = 'upgraded';
const lifetimeMs = 4 * 3_600_000;
let root = '';
let store: TestStore;
let clickhouse: ClickHouse;
const running: Loader[] = [];
const log = createTestLog();
const migrationNames = readdirSync(migrationsDir)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
/** The first migration after the tables that the loader needs: that of marketplaces. */
const firstUpgrade = '0006';

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'upgrade-'));
  store = await openTestClickHouse();
  clickhouse = openClickHouse(store.url);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((loader) => loader.stop()));
  await clickhouse.close();
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** Folder of the migrations of an earlier version. */
const earlierFolder = () => join(root, 'migrations');

/** Creates the tables as they were before a migration, by the beginning of its name. */
async function migrateBefore(next: string): Promise<FactSchema> {
  const folder = earlierFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of migrationNames.filter((each) => each < next))
    cpSync(join(migrationsDir, name), join(folder, name));
  await migrateClickHouse(clickhouse, folder);
  return readFactSchema((await readMigrations(folder)).flatMap(({ statements }) => statements));
}

/**
 * Applies the migrations of a folder with an interruption after every statement. Returns the number of interruptions.
 */
async function migrateCutOff(folder: string): Promise<number> {
  const cutOff = dropConnectionOnce(clickhouse);
  await cutOff.untilDone(() => migrateClickHouse(cutOff.clickhouse, folder));
  return cutOff.cuts();
}

const earlierEvents: ReadonlySet<string> = new Set(playerEvents);

/** Random traffic without marketplaces, publishers, creatives, verdicts and audiences, as earlier versions wrote it. */
function directTraffic(seed: number): CountedRecord[] {
  const random = seededRandom(seed);
  const visits = Array.from({ length: 400 }, () => randomVisit(random, Date.now(), 3 * 86_400_000)).flat();
  const known = visits.filter((record) => record.type === 'serve' || earlierEvents.has(record.event));
  return known.map((record): CountedRecord => {
    if (record.type === 'serve') {
      const origin = unjudged(record.origin);
      const { tookMs: _tookMs, ...serve } = record;
      const candidates = record.candidates.map(soldDirectly);
      return { ...serve, origin, creative: '', requestFee: 0, candidates };
    }
    if (!record.payload) return record;
    const { origin, ad } = record.payload;
    const {
      verificationVendors: _verifications,
      verificationFee: _verificationFee,
      buying: _buying,
      ...sold
    } = soldDirectly(ad);
    const before = { origin: unjudged(origin), ad: { ...sold, creative: '' } };
    return { ...record, payload: { ...record.payload, ...before } };
  });
}

/** Dimensions of buyers. */
type Sold = Partial<Record<'marketplace' | 'adexchangeId' | 'campaignId' | 'creativeId' | 'deal', unknown>>;

function unjudged(origin: Origin): Origin {
  const before = { ...origin, publisher: '' };
  delete before.ivt;
  delete before.supplierId;
  delete before.audience;
  return before;
}

function soldDirectly<T extends Sold>(sold: T): T {
  const direct = { ...sold };
  for (const name of ['marketplace', 'adexchangeId', 'campaignId', 'creativeId', 'deal'] as const) delete direct[name];
  return direct;
}

async function spool(records: readonly CountedRecord[]): Promise<void> {
  const opened = openSpool({ dir: join(root, 'spool', '0'), sealAfterBytes: 40_000 });
  for (const record of records) await opened.append(record);
  await opened.close();
}

async function start(facts: FactStore = clickhouse, { sourceDays = 3 } = {}): Promise<Loader> {
  const loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node,
    clickhouse: facts,
    log,
    lifetimeMs,
    sourceDays,
    intervalMs: 20,
    batchBytes: 60_000,
  });
  running.push(loader);
  return loader;
}

/**
 * The rows of every roll-up of an earlier schema by key, with the columns that it had; they are read by the names that
 * they have at a version.
 */
async function rowsOf({ tables }: FactSchema, version: number): Promise<Record<string, object[]>> {
  const rollups = [...tables].filter(([table]) => table.startsWith('hourly_'));
  const found = rollups.map(async ([table, { columns, sortingKey }]) => {
    const known = measures.filter((name) => hasColumn(columns, name));
    const columnOf = (name: string) => `${table}.${columnNameAt(version, name)}`;
    const keys = sortingKey.map((_, index) => `key_${index}`).join(', ');
    const selected = [
      ...sortingKey.map((name, index) => `${columnOf(presentColumnName(name))} AS key_${index}`),
      ...known.map((name) => `sum(${columnOf(name)}) AS sum_${name}`),
    ];
    const rows = await clickhouse.query<object>(
      `SELECT ${selected.join(', ')} FROM ${table} GROUP BY ${keys} ORDER BY ${keys}`,
    );
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Whether a schema has a column, whatever it is called there. */
function hasColumn(columns: ReadonlyMap<string, string> | undefined, name: string): boolean {
  return columns?.has(name) === true || columns?.has(columnNameAt(0, name)) === true;
}

/** The observed inventory of one kind. */
const keysSeen = async (inventory: string) =>
  (
    await clickhouse.query<{ key: string }>(
      'SELECT DISTINCT key FROM observed WHERE inventory = {inventory:String} ORDER BY key',
      { inventory },
    )
  ).map(({ key }) => key);

/** Expects these sums and reach everywhere; by default those of the records. */
async function expectCounted(
  records: readonly CountedRecord[],
  expected = expectedSums(records),
  reach = expectedReach(records),
): Promise<void> {
  expect(await sumMeasures(clickhouse, 'facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
  expect(await sumMeasures(clickhouse, 'hourly_supply')).toEqual(expected.supply);
  expect(await sumMeasures(clickhouse, 'hourly_inventory')).toEqual(expected.supply);
  expect(await sumMeasures(clickhouse, 'hourly_audience')).toEqual(expected.supply);
  expect(await countDevices(clickhouse)).toBe(reach);
  expect(await sumMeasures(clickhouse, 'hourly_demand')).toEqual(expected.demand);
  expect(await sumMeasures(clickhouse, 'hourly_creative')).toEqual(
    await sumMeasures(clickhouse, 'facts', "kind = 'event'"),
  );
}

describe('an installation from before marketplaces, publishers and creatives', () => {
  test('reports the same sums afterwards, however often the migration is interrupted, and continues to count', async () => {
    const schema = await migrateBefore(firstUpgrade);
    const before = directTraffic(1);
    await spool(before);
    await (await start()).drain();
    await Promise.all(running.splice(0).map((loader) => loader.stop()));
    const rows = await rowsOf(schema, Number(firstUpgrade) - 1);
    expect(await migrateCutOff(migrationsDir)).toBeGreaterThan(6);
    expect(await rowsOf(schema, renamingVersion)).toEqual(rows);
    await expectCounted(before);
    expect(await keysSeen('site')).toEqual(['bücher.example', 'news.example', 'sport.example']);
    expect(await keysSeen('app')).toEqual(['com.example.player']);
    const random = seededRandom(2);
    const after = Array.from({ length: 400 }, () => randomVisit(random, Date.now())).flat();
    await spool(after);
    const loader = await start();
    await loader.drain();
    await expectCounted([...before, ...after]);
    const [sale] = await clickhouse.query<{ names: string[]; revM: string; rev: string }>(
      `SELECT arraySort(groupUniqArray(marketplace)) AS names, sum(revM) AS revM, sumIf(rev, marketplace != '') AS rev FROM hourly_demand`,
    );
    expect(sale?.names).toEqual(['', 'Börse B', 'Exchange A']);
    expect(sale?.revM).toBe(sale?.rev);
    const [placed] = await clickhouse.query<{ publishers: string[]; creatives: string[] }>(
      `SELECT (SELECT arraySort(groupUniqArray(publisher)) FROM hourly_inventory) AS publishers,
              (SELECT arraySort(groupUniqArray(creative)) FROM hourly_creative) AS creatives`,
    );
    expect(placed).toEqual({
      publishers: ['', 'pub-1', 'pub-2'],
      creatives: ['', '00112233445566aa', 'ffeeddccbbaa9988'],
    });
    expect(
      await reconcileNightly({
        clickhouse,
        node,
        stateDir: join(root, 'loader'),
        factsDays: 30,
        now: Date.now(),
        log,
        loader,
        withoutInserts: insertsNothing(loader),
      }),
    ).toMatchObject({ reloadedSegments: [], wrongSegments: [], rebuiltDays: [] });
  });

  test('a loaded segment that was not recorded before the stop counts once', async () => {
    await migrateBefore(firstUpgrade);
    const records = directTraffic(3);
    await spool(records);
    // The rows arrive; they are never recorded as loaded, so the segment stays.
    const loader = await start({
      ...clickhouse,
      async insertRows(table, rows, options) {
        if (table === 'loaded_segments') throw new Error('gone');
        await clickhouse.insertRows(table, rows, options);
      },
    });
    const segments = join(root, 'loader', 'segments');
    await expect.poll(() => existsSync(segments) && readdirSync(segments).length > 1).toBe(true);
    await expect
      .poll(async () => (await clickhouse.query('SELECT 1 FROM facts LIMIT 1')).length, { timeout: 20_000 })
      .toBe(1);
    await loader.stop();
    running.splice(0);
    const left = { stateDir: join(root, 'loader'), node, clickhouse, log, lifetimeMs, factsDays: 30, sourceDays: 3 };
    expect(await loadLeftovers(left)).toBeGreaterThan(1);
    expect(readdirSync(segments)).toEqual([]);
    expect(await loadLeftovers(left)).toBe(0);
    await migrateClickHouse(clickhouse, migrationsDir);
    await (await start()).drain();
    await expectCounted(records);
  });
});

/**
 * A store that inserts facts under the column names of a version, without the columns that its schema lacks, as its
 * loader did.
 */
function withoutLaterColumns({ tables }: FactSchema, version: number): FactStore {
  const presentColumns = [...(describeFactSchema().tables.get('facts')?.columns ?? [])];
  const known = ({ columns = [] }: InsertOptions) =>
    columns.filter((name) => tables.get('facts')?.columns.has(columnNameAt(version, name)));
  return {
    ...clickhouse,
    async insertRows(table, rows, options) {
      if (table !== 'facts') return clickhouse.insertRows(table, rows, options);
      const columns = presentColumns.map(([name, type]) => `${name} ${type}`).join(', ');
      await clickhouse.command(`CREATE OR REPLACE TABLE arriving (${columns}) ENGINE = Memory`);
      await clickhouse.insertRows('arriving', rows, options);
      const names = known(options);
      const target = names.map((name) => columnNameAt(version, name)).join(', ');
      await clickhouse.command(`INSERT INTO facts (${target}) SELECT ${names.join(', ')} FROM arriving`);
      await clickhouse.command('DROP TABLE arriving');
    },
  };
}

describe('an installation of any earlier schema', () => {
  const sides = ['supply', 'demand'] as const;

  const upgrades = migrationNames.filter((name) => name >= firstUpgrade);

  // With each change the newest one; the test of the earliest schema interrupts all of them, one after the other.
  test.each(fullOrReduced(upgrades, upgrades.slice(-1)))(
    'from before %s loses nothing and counts nothing twice when that is interrupted after every statement, and continues to count',
    async (next) => {
      const schema = await migrateBefore(next);
      const version = Number(next.slice(0, 4)) - 1;
      const knows = (column: string) => hasColumn(schema.tables.get('facts')?.columns, column);
      const random = seededRandom(7);
      const traffic = () => Array.from({ length: 120 }, () => randomVisit(random, Date.now())).flat();
      const before = traffic();
      const expected = expectedSums(before);
      for (const side of sides) for (const name of measures) if (!knows(name)) expected[side][name] = 0n;
      await spool(before);
      const sourceDays = schema.tables.has('event_sources') ? 3 : 0;
      const earlier = await start(withoutLaterColumns(schema, version), { sourceDays });
      await earlier.drain();
      await earlier.stop();
      running.splice(0);
      const rows = await rowsOf(schema, version);
      // The statements behind it are interrupted next.
      cpSync(join(migrationsDir, next), join(earlierFolder(), next));
      expect(await migrateCutOff(earlierFolder())).toBeGreaterThan(0);
      await migrateClickHouse(clickhouse, migrationsDir);
      expect(await rowsOf(schema, renamingVersion)).toEqual(rows);
      await expectCounted(before, expected, knows('device') ? expectedReach(before) : 0);
      const after = traffic();
      await spool(after);
      const loader = await start();
      await loader.drain();
      const added = expectedSums(after);
      for (const side of sides) for (const name of measures) expected[side][name] += added[side][name];
      await expectCounted([], expected, expectedReach(knows('device') ? [...before, ...after] : after));
      const stateDir = join(root, 'loader');
      const report = await reconcileNightly({
        clickhouse,
        node,
        stateDir,
        factsDays: 30,
        now: Date.now(),
        log,
        loader,
        withoutInserts: insertsNothing(loader),
      });
      expect(report).toMatchObject({ reloadedSegments: [], wrongSegments: [], rebuiltDays: [] });
    },
  );
});

test('a table that a migration was filling when the store died is dropped, and no other', async () => {
  await migrateBefore(firstUpgrade);
  const names = async () => clickhouse.query(`SHOW TABLES`);
  const before = await names();
  await clickhouse.command('CREATE TABLE _tmp_replace_0a_1b AS hourly_demand');
  expect(await dropTemporaryTables(clickhouse)).toBe(1);
  expect(await dropTemporaryTables(clickhouse)).toBe(0);
  expect(await names()).toEqual(before);
});

test('without tables nothing is loaded until they are created', async () => {
  await migrateBefore(firstUpgrade);
  await clickhouse.command('DROP TABLE hourly_supply_mv');
  await clickhouse.command('DROP TABLE hourly_demand_mv');
  await clickhouse.command('DROP TABLE hourly_inventory_mv');
  await clickhouse.command('DROP TABLE facts');
  mkdirSync(join(root, 'loader', 'segments', '1'), { recursive: true });
  expect(
    await loadLeftovers({
      stateDir: join(root, 'loader'),
      node,
      clickhouse,
      log,
      lifetimeMs,
      factsDays: 30,
      sourceDays: 3,
    }),
  ).toBe(0);
});
