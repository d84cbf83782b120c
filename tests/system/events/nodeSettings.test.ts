import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpool } from '#events/spool/spool.ts';
import { startWorkerRole } from '#events/startWorkerRole.ts';
import { readConfig } from '../../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';
import { openTestTables, type TestTables } from '../../stores/openTestTables.ts';

const secret = 'a'.repeat(64);
let database: TestDatabase;
let store: TestTables;
let folder = '';
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  [database, store] = await Promise.all([openTestDatabase(), openTestTables()]);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await Promise.all([store.close(), database.close(), rm(folder, { recursive: true, force: true })]);
});

/** Starts the worker of a node with settings beside the shared PostgreSQL. */
async function startNode(name: string, settings: Record<string, string>): Promise<void> {
  const env = { DATA_DIR: join(folder, name), DATABASE_URL: database.url, SECRET: secret, LOG_LEVEL: 'silent' };
  const config = readConfig({ ...env, ...settings }, { isDemo: false });
  const worker = await startWorkerRole(config, { databaseUrl: database.url, clickhouseUrl: store.url });
  closing.push(() => worker.close());
}

test('a node with another SECRET is refused, and learns which setting differs', async () => {
  await startNode('first', { CLICKHOUSE_URL: store.url });
  await expect(startNode('second', { CLICKHOUSE_URL: store.url, SECRET: 'b'.repeat(64) })).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(/^SECRET: the installation has another one\./),
  });
  // A node that accepts the former one changes it, and a node that only has the former one no longer fits.
  const rotated = { CLICKHOUSE_URL: store.url, SECRET: 'b'.repeat(64), SECRET_PREVIOUS: secret };
  await startNode('second', rotated);
  await expect(startNode('third', { CLICKHOUSE_URL: store.url })).rejects.toMatchObject({ name: 'SettingsConflict' });
});

test('nodes that share PostgreSQL but not ClickHouse are refused, whichever starts first', async () => {
  await startNode('first', { CLICKHOUSE_URL: store.url });
  await expect(startNode('second', {})).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(/^CLICKHOUSE_URL: It is missing here, and the node .+ uses the same DATABASE_URL/),
  });
  await closing.pop()?.();
  await startNode('second', {});
  await expect(startNode('first', { CLICKHOUSE_URL: store.url })).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(/^CLICKHOUSE_URL: It is missing there/),
  });
});

test('the facts of another installation are refused', async () => {
  await startNode('first', { CLICKHOUSE_URL: store.url });
  const own = database;
  database = await openTestDatabase();
  closing.unshift(() => own.close());
  await expect(startNode('second', { CLICKHOUSE_URL: store.url })).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(/^CLICKHOUSE_URL: the facts there belong to another installation/),
  });
});

test('another ClickHouse database than that of the installation is refused, although it is empty', async () => {
  await startNode('first', { CLICKHOUSE_URL: store.url });
  await closing.pop()?.();
  await store.clickhouse.command('TRUNCATE TABLE installation');
  await expect(startNode('second', { CLICKHOUSE_URL: store.url })).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(
      /^CLICKHOUSE_URL: the facts of this installation are in another ClickHouse database/,
    ),
  });
});

test('a copy of a data folder is refused while the original runs, and starts with other tokens after it', async () => {
  await startNode('first', { CLICKHOUSE_URL: store.url });
  await cp(join(folder, 'first', 'loader'), join(folder, 'copy', 'loader'), { recursive: true });
  await expect(startNode('copy', { CLICKHOUSE_URL: store.url })).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringContaining(`in ${join(folder, 'first')}. Stop that one`),
  });
  await closing.pop()?.();
  await startNode('copy', { CLICKHOUSE_URL: store.url });
});

test('a worker that stops while its ad serving goes on has not left: its hits are still waited for', async () => {
  const hasLeft = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ hasLeft: boolean }>(
      'SELECT left_at IS NOT NULL AS "hasLeft" FROM worker_nodes',
    );
    await client.end();
    return rows.map((row) => row.hasLeft);
  };
  await startNode('first', { CLICKHOUSE_URL: store.url });
  const spool = openSpool({ dir: join(folder, 'first', 'spool', '0') });
  await closing.pop()?.();
  expect(await hasLeft()).toEqual([false]);
  await spool.close();
  await startNode('first', { CLICKHOUSE_URL: store.url });
  await closing.pop()?.();
  expect(await hasLeft()).toEqual([true]);
});
