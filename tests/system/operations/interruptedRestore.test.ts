import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareBackup } from '#operations/restore/compareBackup.ts';
import { loadBackup } from '#operations/restore/loadBackup.ts';
import { restoreMark } from '#runtime/restoreMark.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readEnvironment } from '../../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';

let database: TestDatabase;
let folder = '';

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function settingsOf(name: string) {
  return readEnvironment({ DATA_DIR: join(folder, name), DATABASE_URL: database.url }, { isDemo: false });
}

const never = expect.unreachable;
/** Nothing of it is read before the servers are checked. */
const [target, manifest] = [{}, { postgres: { migration: 0 }, clickhouse: { migration: 0 }, nodes: [] }] as unknown as [
  Parameters<typeof loadBackup>[1],
  Parameters<typeof loadBackup>[2],
];

test('a restore that is repeated with another server does not touch what that has', async () => {
  const settings = settingsOf('interrupted');
  const postgres = openPostgres(database.url);
  const before = await postgres.pool.query('SELECT count(*) AS rows FROM drizzle.__drizzle_migrations');
  await mkdir(settings.DATA_DIR);
  await writeFile(join(settings.DATA_DIR, restoreMark), 'other servers\n');
  await expect(loadBackup(settings, target, manifest, () => undefined)).rejects.toThrow('DATABASE_URL has tables');
  expect((await postgres.pool.query('SELECT count(*) AS rows FROM drizzle.__drizzle_migrations')).rows).toEqual(
    before.rows,
  );
  await postgres.close();
});

test('a folder without an installation is not compared, and stays as it is', async () => {
  await expect(compareBackup(settingsOf('empty'), manifest, never)).rejects.toThrow('restore the backup first');
});
