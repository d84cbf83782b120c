import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { rollups } from '#model/index.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { openPostgres } from '#storage/postgres.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { spawnStore, type StoreProcess } from '../../stores/spawnStore.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';

const folders: string[] = [];
const running: StoreProcess[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((store) => store.stop('SIGKILL')));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-test-'));
  folders.push(folder);
  return folder;
}

async function start(order: Parameters<typeof spawnStore>[0]): Promise<StoreProcess> {
  const store = await spawnStore(order);
  running.push(store);
  return store;
}

const rowsPerSegment = 2000;

/** A fact table and a roll-up of it, like those of the product. */
async function createTables(clickhouse: ClickHouse): Promise<void> {
  const window = 'SETTINGS non_replicated_deduplication_window = 10000';
  await clickhouse.command(
    `CREATE TABLE facts (seq UInt64, k UInt8, nanos Int64) ENGINE = MergeTree ORDER BY seq ${window}`,
  );
  await clickhouse.command(
    `CREATE TABLE hourly (k UInt8, reqs UInt64, nanos Int64) ENGINE = SummingMergeTree((reqs, nanos)) ORDER BY k ${window}`,
  );
  await clickhouse.command(
    'CREATE MATERIALIZED VIEW to_hourly TO hourly AS SELECT k, count() AS reqs, sum(nanos) AS nanos FROM facts GROUP BY k',
  );
}

function loadSegment(clickhouse: ClickHouse, seq: number): Promise<void> {
  const rows = Array.from({ length: rowsPerSegment }, (_, at) => `{"seq":${seq},"k":${at % 5},"nanos":${at + seq}}\n`);
  return clickhouse.insertRows('facts', rows.join(''), { token: `node:1:${seq}` });
}

/** Expects facts and roll-up to contain each segment before `segments` once. */
async function expectExact(clickhouse: ClickHouse, segments: number): Promise<void> {
  const nanos = Array.from(
    { length: segments },
    (_, seq) => rowsPerSegment * seq + (rowsPerSegment * (rowsPerSegment - 1)) / 2,
  );
  const expected = {
    rows: String(segments * rowsPerSegment),
    nanos: String(nanos.reduce((sum, each) => sum + each, 0)),
  };
  expect(await clickhouse.query('SELECT count() AS rows, sum(nanos) AS nanos FROM facts')).toEqual([expected]);
  expect(await clickhouse.query('SELECT sum(reqs) AS rows, sum(nanos) AS nanos FROM hourly')).toEqual([expected]);
}

test('killed repeatedly while loading, a retry with the same token leaves rows and roll-up exact', async () => {
  const dataDir = await makeFolder();
  let store = await start({ dataDir, part: 'clickhouse' });
  let clickhouse = openClickHouse(store.urls.clickhouseUrl);
  await createTables(clickhouse);
  const kills = fullOrReduced(10, 3);
  let seq = 0;
  let retries = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // Killed at another moment each time, with an insert in flight.
    const killed = sleep(20 + (kill * 130) / kills).then(() => store.stop('SIGKILL'));
    for (let isUp = true; isUp;) {
      isUp = await loadSegment(clickhouse, seq).then(
        () => true,
        () => false,
      );
      if (isUp) seq += 1;
    }
    await killed;
    await clickhouse.close();
    running.splice(0);
    store = await start({ dataDir, part: 'clickhouse', clickhouseUrl: store.urls.clickhouseUrl });
    clickhouse = openClickHouse(store.urls.clickhouseUrl);
    await loadSegment(clickhouse, seq);
    retries += 1;
    seq += 1;
  }
  expect(retries).toBe(kills);
  await expectExact(clickhouse, seq);
  await clickhouse.close();
});

test.each(['facts', 'hourly'])(
  'killed when a part of %s is recorded as inserted and has no final name yet, a retry inserts it',
  async (table) => {
    const dataDir = await makeFolder();
    const store = await start({ dataDir, part: 'clickhouse' });
    const clickhouse = openClickHouse(store.urls.clickhouseUrl);
    await createTables(clickhouse);
    for (const seq of [0, 1, 2]) await loadSegment(clickhouse, seq);
    const [part] = await clickhouse.query<{ path: string }>(
      'SELECT path FROM system.parts WHERE table = {table:String} AND active ORDER BY max_block_number DESC LIMIT 1',
      { table },
    );
    await store.stop('SIGKILL');
    running.splice(0);
    // The state after such a kill: the line in the log, and the part under its temporary name.
    const path = part?.path.replace(/\/$/, '') ?? '';
    await rename(path, join(dirname(path), `tmp_insert_${basename(path)}`));
    await start({ dataDir, part: 'clickhouse', clickhouseUrl: store.urls.clickhouseUrl });
    await loadSegment(clickhouse, 2);
    await expectExact(clickhouse, 3);
    await clickhouse.close();
  },
);

test('killed in the run that created the tables, a retry counts once in every roll-up', async () => {
  const dataDir = await makeFolder();
  const store = await start({ dataDir, part: 'clickhouse' });
  const clickhouse = openClickHouse(store.urls.clickhouseUrl);
  const migrations = resolve(import.meta.dirname, '../../../migrations/clickhouse');
  await migrateClickHouse(clickhouse, migrations);
  const row = {
    node: 'node',
    seq: 1,
    at: '2026-03-10T12:00:00',
    kind: 'event',
    verdict: 'counted',
    demandId: 1,
    imps: 1,
  };
  const load = () =>
    clickhouse.insertRows('facts', `${JSON.stringify({ ...row, creative: 'a' })}\n`, { token: 'node:1:1' });
  await load();
  await store.stop('SIGKILL');
  running.splice(0);
  await start({ dataDir, part: 'clickhouse', clickhouseUrl: store.urls.clickhouseUrl });
  await migrateClickHouse(clickhouse, migrations);
  await load();
  for (const { table } of [{ table: 'facts' }, ...rollups]) {
    const [found] = await clickhouse.query(`SELECT sum(imps) AS imps FROM ${table}`);
    expect({ table, found }).toEqual({ table, found: { imps: '1' } });
  }
  await clickhouse.close();
});

test('killed at any moment of its first start, the store starts again', async () => {
  const dataDir = await makeFolder();
  for (const ms of fullOrReduced([600, 1500, 2500, 3500, 4500], [600, 2000])) {
    let timer: NodeJS.Timeout | undefined;
    const killed = spawnStore({ dataDir, part: 'all' }, (pid) => {
      timer = setTimeout(() => process.kill(pid, 'SIGKILL'), ms);
    });
    // The last ones may be ready before they are killed.
    await killed.then((store) => store.stop('SIGKILL')).catch(() => null);
    clearTimeout(timer);
  }
  const store = await start({ dataDir, part: 'all' });
  const postgres = openPostgres(store.urls.databaseUrl);
  expect((await postgres.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await postgres.close();
});

test('data acknowledged by PostgreSQL survive kill -9, and clients find them at the same address', async () => {
  const dataDir = await copyMigratedStore('all');
  const store = await start({ dataDir, part: 'all' });
  const postgres = openPostgres(store.urls.databaseUrl);
  const clickhouse = openClickHouse(store.urls.clickhouseUrl);
  await postgres.pool.query('CREATE TABLE persisted (a int PRIMARY KEY)');
  let acknowledged = 0;
  const killed = sleep(150).then(() => store.stop('SIGKILL'));
  for (let isUp = true; isUp;) {
    isUp = await postgres.pool.query('INSERT INTO persisted VALUES ($1)', [acknowledged]).then(
      () => true,
      () => false,
    );
    if (isUp) acknowledged += 1;
  }
  await killed;
  running.splice(0);
  await start({ dataDir, part: 'all', clickhouseUrl: store.urls.clickhouseUrl });
  const { rows } = await postgres.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM persisted');
  expect(acknowledged).toBeGreaterThan(0);
  // The insert in flight may or may not have been executed.
  expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.count);
  expect(await clickhouse.ping()).toBe(true);
  await Promise.all([postgres.close(), clickhouse.close()]);
});

test('a second process on the same folder learns which process holds it', async () => {
  const dataDir = await copyMigratedStore('all');
  const store = await start({ dataDir, part: 'all' });
  await expect(spawnStore({ dataDir, part: 'all' })).rejects.toThrow(`in use by process ${store.pid}`);
  const postgres = openPostgres(store.urls.databaseUrl);
  expect((await postgres.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await postgres.close();
});

test('a data folder with a long path works, closed to other users', async () => {
  const dataDir = join(await makeFolder(), 'x'.repeat(120));
  await rename(await copyMigratedStore('all'), dataDir);
  const store = await start({ dataDir, part: 'all' });
  const socketFolder = new URL(store.urls.databaseUrl.replace('@/', '@host/')).searchParams.get('host') ?? '';
  folders.push(socketFolder);
  const postgres = openPostgres(store.urls.databaseUrl);
  expect((await postgres.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await postgres.close();
});

test('a statement that would stop the embedded engine is refused', async () => {
  const store = await start({ dataDir: await copyMigratedStore('all'), part: 'all' });
  const postgres = openPostgres(store.urls.databaseUrl);
  await postgres.pool.query('CREATE TABLE copied (a int)');
  await expect(postgres.pool.query('COPY copied FROM STDIN')).rejects.toMatchObject({
    code: '57014',
    message: expect.stringContaining('not supported by the embedded store') as string,
  });
  expect((await postgres.pool.query('SELECT * FROM copied')).rows).toEqual([]);
  await postgres.close();
});
