import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { openTestPostgres } from '../../stores/openTestPostgres.ts';
import { runOperation } from './runOperation.ts';

let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>;

beforeAll(async () => {
  [postgres, clickhouse] = await Promise.all([openTestPostgres('postgres'), openTestClickHouse()]);
}, 60_000);
afterAll(async () => void (await Promise.all([postgres.close(), clickhouse.close()])));

const migrate = (...args: string[]) =>
  runOperation(['start', 'migrate', ...args], { DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url });

test('migrations are planned without writing, and applied once', { timeout: 120_000 }, async () => {
  const planned = await migrate('--plan');
  expect(planned.stdout).toContain('ClickHouse 0001_facts.sql');
  expect(planned.stdout).toContain('copies rows: CREATE OR REPLACE TABLE hourly_supply');
  expect(planned.stdout).toContain('Workers continue to load.');
  const client = openClickHouse(clickhouse.url);
  expect(await client.query('SELECT name FROM system.tables WHERE database = currentDatabase()')).toEqual([]);

  expect(await migrate()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/PostgreSQL: [1-9]\d* migrations applied\nClickHouse: [1-9]\d* migrations applied/),
  });
  expect(await migrate('--plan')).toMatchObject({ code: 0, stdout: 'No migrations are pending.\n' });

  // As before the last migration that changes views, with facts.
  const fact = { node: 'a', seq: 1, at: '2026-03-10 00:00:00', kind: 'event', verdict: 'counted' };
  await client.insertRows('facts', `${JSON.stringify(fact)}\n`, { token: 'a:1' });
  await client.command('ALTER TABLE schema_migrations DELETE WHERE version >= 20 SETTINGS mutations_sync = 2');
  expect((await migrate('--plan')).stdout).toContain('Workers load nothing meanwhile.');
  expect(await migrate()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('ClickHouse: 4 migrations applied'),
  });
  await client.close();
});

test('embedded stores and unknown arguments are refused', async () => {
  expect(await runOperation(['start', 'migrate'], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Embedded stores migrate when they start'),
  });
  expect(await migrate('--now')).toMatchObject({ code: 1, stderr: expect.stringContaining('Unknown argument: --now') });
});
