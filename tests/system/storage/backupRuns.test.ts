import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackupRuns, type BackupRuns } from '#storage/backup/backupRuns.ts';
import { digestPostgres } from '#storage/backup/dumpPostgres.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';

let database: TestDatabase;
let postgres: Postgres;
let runs: BackupRuns;

beforeAll(async () => {
  database = await openTestDatabase();
  postgres = openPostgres(database.url);
  runs = openBackupRuns(postgres.pool);
});
afterAll(async () => {
  await postgres.close();
  await database.close();
});

const begin = (id: string) => runs.begin({ id, node: 'one', place: '/backups', isScheduled: true });
const made = (name: string, damaged: string[] = []) => ({ name, bytes: 1, pausedMs: 1, damaged });

test('a backup has no rows of those in progress, and the history only complete ones that the place has', async () => {
  await begin('a');
  await runs.end('a', made('2026-03-10T01-00-00Z'));
  await begin('b');
  await runs.end('b', made('2026-03-11T01-00-00Z', ['2026-03-09T01-00-00Z', '2026-03-10T01-00-00Z']));
  expect((await runs.history()).failing).toEqual([]);
  await begin('c');
  await runs.end('c', { error: 'No space' });
  await begin('d');
  expect([await runs.isGone('c'), await runs.isGone('d'), await runs.isGone('unknown')]).toEqual([true, false, true]);
  const digests = await digestPostgres(database.url);
  expect(digests.find(({ name }) => name === 'backup_runs')?.rows).toBe(3);

  await postgres.pool.query("UPDATE backup_runs SET seen_at = now() - interval '2 minutes' WHERE id = 'd'");
  expect(await runs.isGone('d')).toBe(true);
  const history = await runs.history();
  expect(history.failing.map(({ id }) => id)).toEqual(['c']);
  expect(history.last.map(({ id, outcome }) => [id, outcome])).toEqual([['d', 'interrupted']]);

  // The damaged one of the 9th was deleted.
  await runs.removeMissing('/backups', ['2026-03-10T01-00-00Z', '2026-03-11T01-00-00Z']);
  expect((await runs.history()).complete[0]?.damaged).toEqual(['2026-03-10T01-00-00Z']);
  await runs.removeMissing('/backups', ['2026-03-10T01-00-00Z']);
  expect((await runs.history()).complete.map(({ name }) => name)).toEqual(['2026-03-10T01-00-00Z']);
  await runs.removeMissing('/backups', []);
  expect((await runs.history()).complete).toEqual([]);
});
