import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPglite } from '#storage/store/openPglite.ts';
import { listenForPostgres } from '#storage/store/postgresSocket.ts';

let folder: string;
let close: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-test-'));
  const database = await openPglite(join(folder, 'postgres'));
  const server = await listenForPostgres({
    engine: database.engine,
    path: join(folder, '.s.PGSQL.5432'),
    maxConnections: 2,
    idleInTransactionMs: 100,
    onBroken(error) {
      throw error;
    },
  });
  close = async () => {
    await server.close();
    await database.close();
  };
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function connect(): Promise<Client> {
  const client = new Client({ host: folder, user: 'bidhouse', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a client that forgets its transaction is cut off, rolled back, and the others go on', async () => {
  const [forgetful, other] = [await connect(), await connect()];
  await other.query('CREATE TABLE kept (a int)');
  const cutOff = new Promise((resolve) => {
    forgetful.once('error', resolve);
  });
  await forgetful.query('BEGIN');
  await forgetful.query('INSERT INTO kept VALUES (1)');
  // Waits for the forgetful one's time to run out.
  expect((await other.query('SELECT * FROM kept')).rows).toEqual([]);
  await expect(cutOff).resolves.toMatchObject({ code: '25P03' });
  await other.end();
  await forgetful.end().catch(() => undefined);
});

test('connections beyond the limit are refused, and a place that was left is free again', async () => {
  const clients = [await connect(), await connect()];
  await expect(connect()).rejects.toMatchObject({ code: '53300' });
  await clients[0]?.end();
  const next = await connect();
  expect((await next.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([clients[1]?.end(), next.end()]);
});
