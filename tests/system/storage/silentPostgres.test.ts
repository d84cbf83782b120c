import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import { inTransaction } from '#storage/inTransaction.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { startRealPostgres } from '../../stores/startRealPostgres.ts';
import { startForwarder, type Forwarder } from '../../support/startForwarder.ts';

let folder: string;
let server: { close(): Promise<void> };
let path: Forwarder;
let postgres: Postgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-silent-'));
  server = await startRealPostgres(folder);
  path = await startForwarder('127.0.0.1', { path: join(folder, '.s.PGSQL.5432') });
  const url = `postgres://postgres@127.0.0.1:${path.port}/postgres`;
  postgres = openPostgres(url, { maxConnections: 1, maxSilenceMs: 1000 });
});
afterAll(async () => {
  await postgres?.close();
  await path?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const select = () => postgres.pool.query('SELECT 1 AS one').then(({ rows }) => rows);

test('a statement on a connection that a server no longer answers fails as unavailable, and the next one connects again', async () => {
  expect(await select()).toEqual([{ one: 1 }]);
  path.silence();
  const failure = await select().catch((error: unknown) => error);
  expect(isStoreUnavailable(failure)).toBe(true);
  expect(await select()).toEqual([{ one: 1 }]);
});

test('so does a transaction, at its first statement without a response', async () => {
  const work = inTransaction(postgres.pool, async (client) => {
    path.silence();
    await client.query('SELECT 1');
  });
  const failure = await work.catch((error: unknown) => error);
  expect(isStoreUnavailable(failure)).toBe(true);
  expect(await select()).toEqual([{ one: 1 }]);
});

test('a connection may be silent for longer between two statements', async () => {
  const rows = await inTransaction(postgres.pool, async (client) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return (await client.query('SELECT 1 AS one')).rows;
  });
  expect(rows).toEqual([{ one: 1 }]);
});
