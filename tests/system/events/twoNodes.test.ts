import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFormerWorkers } from '#events/nodes/findFormerWorkers.ts';
import { startWorkerRole } from '#events/startWorkerRole.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openNodeStore } from '#storage/nodes/nodeStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import { readConfig } from '../../../src/config.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { openTestDatabase, type TestDatabase } from '../../stores/openTestDatabase.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { openFacts } from './openFacts.ts';

const secret = 'a'.repeat(64);
let server: TestDatabase;
const folders: string[] = [];

beforeAll(async () => {
  server = await openTestDatabase();
});
afterAll(async () => {
  await server.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Starts the worker of a separate node, with shared servers. */
async function startNode(clickhouseUrl: string): Promise<{ close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-test-'));
  folders.push(folder);
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    CLICKHOUSE_URL: clickhouseUrl,
    SECRET: secret,
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(env, { isDemo: false });
  return startWorkerRole(config, { databaseUrl: server.url, clickhouseUrl });
}

test.each(fullOrReduced([1, 2, 3, 4], [1]))(
  'workers of two nodes that start at once on an empty ClickHouse both come up, round %i',
  async () => {
    const store = await openTestClickHouse();
    const clickhouse = openClickHouse(store.url);
    const nodes = await Promise.allSettled([startNode(store.url), startNode(store.url)]);
    const failures = nodes.flatMap((node) => (node.status === 'rejected' ? [String(node.reason)] : []));
    expect(failures).toEqual([]);
    const applied = await clickhouse.query<{ name: string; times: string }>(
      'SELECT name, count() / uniqExact(statement) AS times FROM schema_migrations GROUP BY name ORDER BY name',
    );
    const files = (await readdir(join(import.meta.dirname, '../../../migrations/clickhouse'))).toSorted();
    expect(applied).toEqual(files.map((name) => ({ name, times: 1 })));
    for (const node of nodes) if (node.status === 'fulfilled') await node.value.close();
    await clickhouse.close();
    await store.close();
  },
);

test('work that nodes must not do at once is sequential, and the second one learns that it waits', async () => {
  const order: string[] = [];
  let finish: () => void = () => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = withServerLock(
    server.url,
    async () => {
      begun();
      await isFinished;
      order.push('first');
    },
    () => order.push('the first waits'),
  );
  await hasBegun;
  const second = withServerLock(
    server.url,
    async () => order.push('second'),
    () => {
      order.push('the second waits');
      finish();
    },
  );
  await Promise.all([first, second]);
  expect(order).toEqual(['the second waits', 'first', 'second']);
});

test('a node whose connection breaks learns that its lock is lost, and its work does not count as done', async () => {
  const cutOff = async () => {
    const admin = new Client({ connectionString: server.url });
    await admin.connect();
    await admin.query(
      `SELECT pg_terminate_backend(lock.pid) FROM pg_locks AS lock JOIN pg_database AS own ON own.oid = lock.database
       WHERE own.datname = current_database() AND locktype = 'advisory' AND pid <> pg_backend_pid()`,
    );
    await admin.end();
  };
  const work = withServerLock(
    server.url,
    async (signal) => {
      const isLost = new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      await cutOff();
      await isLost;
    },
    () => undefined,
  );
  await expect(work).rejects.toThrow('holds the lock of the nodes was lost');
  // And the lock is free for the next one.
  await expect(withServerLock(server.url, async () => 'done', expect.unreachable)).resolves.toBe('done');
});

test('with the embedded PostgreSQL there is one node, whose work runs without waiting', async () => {
  await expect(withServerLock(undefined, async () => 'done', expect.unreachable)).resolves.toBe('done');
});

test('nodes that load without being registered are those of earlier releases', async () => {
  const facts = await openFacts();
  const postgres = openPostgres(server.url, { maxConnections: 1 });
  const isoTime = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, -1);
  const rows = Object.entries({ own: 1, known: 1, former: 1, left: 60 }).map(([node, minutesAgo]) => {
    const at = isoTime(minutesAgo);
    return JSON.stringify({ node, epoch: 1, seq: 1, rows: 1, fromAt: at, toAt: at, at });
  });
  await facts.clickhouse.insertRows('loaded_segments', rows.join('\n'), { token: 'former' });
  const place = { host: '', folder: '', place: '' };
  const known = { node: 'known', run: 'a', version: '0.2.0', facts: 'server', unreadSince: 0, ...place } as const;
  await openNodeStore(postgres.pool).register(known);
  expect(await findFormerWorkers(postgres.pool, facts.clickhouse, 'own')).toEqual(['former']);
  await postgres.close();
  await facts.close();
});
