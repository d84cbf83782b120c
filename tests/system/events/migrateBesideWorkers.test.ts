import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CountedRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { startWorkerRole } from '#events/startWorkerRole.ts';
import { migrateBesideWorkers } from '#storage/migrations/migrateBesideWorkers.ts';
import { createLock } from '#events/spool/lock.ts';
import { shareInsertLock, type PausableLoader } from '#storage/shareInsertLock.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import { readConfig } from '../../../src/config.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';
import { migrationsDir, type FactsFixture } from './factsFixture.ts';
import { openOwnFacts } from './openOwnFacts.ts';
import { expectedSums, randomVisit } from './randomTraffic.ts';

let root = '';
let database: TestDatabase;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'beside-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

/** The product’s migrations and one that moves a roll-up into a copy, slowly. */
async function buildCopyingMigration({ clickhouse }: FactsFixture): Promise<string> {
  const folder = join(root, 'migrations');
  cpSync(migrationsDir, folder, { recursive: true });
  const [view] = await clickhouse.query<{ query: string }>(
    `SELECT replaceAll(as_select, concat(currentDatabase(), '.'), '') AS query FROM system.tables
     WHERE database = currentDatabase() AND name = 'hourly_supply_mv'`,
  );
  const statements = [
    'DROP VIEW IF EXISTS hourly_supply_mv',
    'CREATE TABLE IF NOT EXISTS hourly_supply_copy AS hourly_supply',
    'INSERT INTO hourly_supply_copy SELECT * FROM hourly_supply WHERE sleep(3) = 0',
    'RENAME TABLE IF EXISTS hourly_supply TO hourly_supply_former',
    'RENAME TABLE IF EXISTS hourly_supply_copy TO hourly_supply',
    `CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_supply_mv TO hourly_supply AS\n${view?.query}`,
  ];
  writeFileSync(join(folder, '9000_copy.sql'), statements.map((sql) => `${sql};\n`).join('\n'));
  return folder;
}

/** Starts a worker, and appends records to its spool until they are all written. */
async function startNode(name: string, facts: FactsFixture, records: readonly CountedRecord[]): Promise<void> {
  const dataDir = join(root, name);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: facts.url,
    SECRET: 'a'.repeat(64),
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(settings, { isDemo: false });
  const worker = await startWorkerRole(config, { databaseUrl: database.url, clickhouseUrl: facts.url });
  closing.push(() => worker.close());
  const spool = openSpool({ dir: join(dataDir, 'spool', '0'), sealAfterMs: 20 });
  closing.push(() => spool.close());
  void (async () => {
    for (const record of records) {
      await spool.append(record);
      await pause(2);
    }
  })();
}

test('workers that run during a migration which copies a roll-up lose nothing and count nothing twice', async () => {
  const facts = await openOwnFacts();
  closing.push(() => facts.close());
  const folder = await buildCopyingMigration(facts);
  const random = seededRandom(7);
  const parts = ['one', 'two'].map(() => Array.from({ length: 500 }, () => randomVisit(random, Date.now())).flat());
  for (const [index, records] of parts.entries()) await startNode(`node${index}`, facts, records);
  const loaded = async () => Number((await facts.sums('facts', "kind = 'serve'")).calls);
  await vi.waitFor(async () => expect(await loaded()).toBeGreaterThan(20), { timeout: 30_000 });

  let waits = 0;
  const done = await withServerLock(
    database.url,
    (signal) =>
      migrateBesideWorkers(facts.clickhouse, folder, {
        databaseUrl: database.url,
        signal,
        onWait: () => (waits += 1),
      }),
    () => undefined,
  );
  expect(done).toEqual(['9000_copy.sql']);
  expect(waits).toBe(1);

  // Workers continued to have something to load.
  const before = await loaded();
  const expected = expectedSums(parts.flat());
  // Facts are there a moment before the roll-ups of the same insert.
  await vi.waitFor(
    async () => {
      expect(await facts.sums('facts', "kind IN ('serve', 'event')")).toEqual(expected.supply);
      expect(await facts.sums('hourly_supply')).toEqual(expected.supply);
      expect(await facts.sums('hourly_demand')).toEqual(expected.demand);
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(before).toBeLessThan(await loaded());
}, 180_000);

/** A loader that can always pause at once. */
const pausableLoader: PausableLoader = { exclusively: (work) => work(), whileEmpty: (work) => work() };

test('a node that changes tables waits for shares of the lock, also after a connection was lost', async () => {
  const order: string[] = [];
  const share = () =>
    shareInsertLock(database.url, { warn: (text) => order.push(text.replace(/:.*/s, '')), pollMs: 20 });
  const first = await share();
  closing.push(() => first.close());
  const change = (work: () => Promise<void>) =>
    withServerLock(database.url, work, () => order.push('the change waits'), 'inserts');
  const changing = change(async () => {
    await vi.waitFor(() => expect(order).toContain('Loading waits while a node changes tables'));
    order.push('changed');
  });
  await vi.waitFor(() => expect(order).toEqual(['the change waits']));
  first.follow(pausableLoader);
  await changing;
  expect(order).toEqual(['the change waits', 'Loading waits while a node changes tables', 'changed']);

  order.length = 0;
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  closing.push(() => admin.end());
  const holders = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await vi.waitFor(async () => expect((await admin.query(holders)).rows).toHaveLength(1));
  const [before] = (await admin.query<{ pid: number }>(holders)).rows;
  await admin.query('SELECT pg_terminate_backend($1)', [before?.pid]);
  await vi.waitFor(async () => {
    const { rows } = await admin.query<{ pid: number }>(holders);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.pid).not.toBe(before?.pid);
  });
  expect(order).toEqual(['Loading waits']);
  await change(async () => void order.push('changed'));
  expect(order).toContain('changed');
});

test('a worker whose connection is lost inserts nothing beside a node that changes tables', async () => {
  const share = await shareInsertLock(database.url, { warn: () => undefined, pollMs: 20 });
  closing.push(() => share.close());
  const inserting = createLock();
  const loader: PausableLoader = {
    exclusively: (work) => inserting.run(work),
    whileEmpty: (work) => inserting.run(work),
  };
  share.follow(loader);
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  closing.push(() => admin.end());
  const waiters = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const waiting = async () => (await admin.query<{ pid: number }>(waiters)).rows[0]?.pid;
  const insert = vi.fn<() => Promise<void>>(async () => undefined);
  let inserted: Promise<void> = Promise.resolve();
  await withServerLock(
    database.url,
    async () => {
      await vi.waitFor(async () => expect(await waiting()).toBeDefined());
      inserted = inserting.run(insert);
      const before = await waiting();
      await admin.query('SELECT pg_terminate_backend($1)', [before]);
      await vi.waitFor(async () => {
        const pid = await waiting();
        expect(pid).toBeDefined();
        expect(pid).not.toBe(before);
      });
      expect(insert).not.toHaveBeenCalled();
    },
    () => undefined,
    'inserts',
  );
  await inserted;
  expect(insert).toHaveBeenCalledOnce();
});

test('a worker that waits for its share can be stopped', async () => {
  const share = () => shareInsertLock(database.url, { warn: () => undefined, pollMs: 20 });
  const shares = [await share(), await share()];
  const changing = withServerLock(
    database.url,
    async () => {
      // It waits for the end of this work.
      for (const each of shares) await each.close();
    },
    () => {
      for (const each of shares) each.follow(pausableLoader);
    },
    'inserts',
  );
  await expect(changing).resolves.toBeUndefined();
});
