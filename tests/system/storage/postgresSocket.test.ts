import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPglite } from '#storage/store/openPglite.ts';
import { errorFrame, frameOf, queryFrame } from '#storage/store/postgresFrames.ts';
import { readyFrame } from '#tests/support/storage/readyFrame.ts';
import { listenForPostgres } from '#storage/store/postgresSocket.ts';

let folder: string;
let close: () => Promise<void>;
let faults: Error[];

async function open(): Promise<void> {
  faults = [];
  const database = await openPglite(join(folder, 'postgres'));
  const server = await listenForPostgres({
    engine: database.engine,
    path: join(folder, '.s.PGSQL.5432'),
    maxConnections: 2,
    idleInTransactionMs: 100,
    onBroken: (error) => faults.push(error),
  });
  close = async () => {
    await server.close();
    await database.close();
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-test-'));
  await open();
});
afterAll(async () => {
  await close();
  expect(faults).toEqual([]);
  await rm(folder, { recursive: true });
});

async function connect(): Promise<Client> {
  const client = new Client({ host: folder, user: 'bidhouse', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a client that prolongs its transaction with small statements is disconnected too', async () => {
  const [slow, other] = [await connect(), await connect()];
  await slow.query('BEGIN');
  const stretching = (async () => {
    for (;;) {
      await slow.query('SELECT 1');
      await new Promise((done) => setTimeout(done, 20));
    }
  })().catch((error: unknown) => error);
  // Waits for the timeout of the slow one.
  expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(await stretching).toBeInstanceOf(Error);
  await other.end();
  await slow.end().catch(() => undefined);
});

test('a client that leaves its transaction open is disconnected, rolled back, and the others continue', async () => {
  const [idleClient, other] = [await connect(), await connect()];
  await other.query('CREATE TABLE persisted (a int)');
  const cutOff = new Promise((resolve) => {
    idleClient.once('error', resolve);
  });
  await idleClient.query('BEGIN');
  await idleClient.query('INSERT INTO persisted VALUES (1)');
  // Waits for the timeout of the idle one.
  expect((await other.query('SELECT * FROM persisted')).rows).toEqual([]);
  await expect(cutOff).resolves.toMatchObject({ code: '25P03' });
  await other.end();
  await idleClient.end().catch(() => undefined);
});

test('connections beyond the limit are refused, and a released place is free again', async () => {
  const clients = [await connect(), await connect()];
  await expect(connect()).rejects.toMatchObject({ code: '53300' });
  await clients[0]?.end();
  const next = await connect();
  expect((await next.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([clients[1]?.end(), next.end()]);
});

/** All session state that another client of the session could see. */
async function sessionOf(client: Client): Promise<unknown> {
  const read = async (sql: string) => (await client.query(sql)).rows as unknown[];
  return {
    settings: await read(
      `SELECT name, setting, source FROM pg_settings
       WHERE name NOT LIKE 'plpgsql.%' AND context NOT IN ('internal', 'postmaster') ORDER BY name`,
    ),
    user: await read('SELECT current_user, session_user, current_schemas(false) AS schemas'),
    temporary: await read(`SELECT relname FROM pg_class WHERE relpersistence = 't'`),
    cursors: await read('SELECT name FROM pg_cursors'),
    statements: await read(`SELECT name FROM pg_prepared_statements WHERE name <> ''`),
    channels: await read('SELECT pg_listening_channels()'),
    locks: await read(`SELECT objid FROM pg_locks WHERE locktype = 'advisory'`),
    custom: await read(`SELECT coalesce(current_setting('app.name', true), '') AS name`),
    users: await read('SELECT name FROM users'),
  };
}

const statementsThatStay: readonly (readonly [what: string, sql: string | readonly string[]])[] = [
  ['an empty search_path', `SET search_path TO ''`],
  ['a search_path by function, as pg_dump sets it', `SELECT pg_catalog.set_config('search_path', '', false)`],
  ['a setting of its own', `SET app.name TO 'other'`],
  ['a setting in pg_settings', `UPDATE pg_settings SET setting = 'off' WHERE name = 'enable_seqscan'`],
  ['a time zone', `SET TIME ZONE 'Asia/Tokyo'`],
  ['an encoding', `SET client_encoding TO 'LATIN1'`],
  ['transactions that only read', 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, ISOLATION LEVEL SERIALIZABLE'],
  ['a statement timeout', `SET statement_timeout TO '1ms'`],
  ['switched-off triggers', 'SET session_replication_role TO replica'],
  ['a role', 'SET ROLE visitor'],
  ['another user', 'SET SESSION AUTHORIZATION visitor'],
  ['another user and a role', ['SET SESSION AUTHORIZATION visitor', 'SET ROLE visitor; SET search_path TO hidden']],
  ['another user by function', `SELECT set_config('session_authorization', 'visitor', false)`],
  ['a temporary table of the same name', 'CREATE TEMP TABLE users (name text)'],
  ['a cursor that outlives its transaction', 'BEGIN; DECLARE left_open CURSOR WITH HOLD FOR SELECT 1; COMMIT'],
  ['a prepared statement', 'PREPARE left_over AS SELECT 1'],
  ['a channel', 'LISTEN changes'],
  ['an advisory lock', 'SELECT pg_advisory_lock(4711)'],
  ['a setting in a DO block', `DO $$ BEGIN PERFORM set_config('search_path', '', false); SET ROLE visitor; END $$`],
  ['a setting in a function', 'SELECT misbehave()'],
  ['a setting between other statements', `SELECT 1; /* ; */ SET search_path TO ''; SELECT ';'`],
  ['a setting in a transaction', [`BEGIN`, `SET search_path TO ''`, 'COMMIT']],
  [
    'a setting in a transaction that failed',
    [`SET ROLE visitor`, 'BEGIN', `SET search_path TO ''`, 'SELECT 1 / 0', 'ROLLBACK'],
  ],
  ['everything dropped', 'DISCARD ALL'],
  ['all prepared statements dropped', 'DEALLOCATE ALL'],
  ['other defaults of the role', 'ALTER ROLE postgres SET search_path TO hidden'],
  ['other defaults of the database', 'ALTER DATABASE postgres SET default_transaction_read_only TO on'],
  ['other defaults of the system', `ALTER SYSTEM SET default_transaction_read_only TO on`],
];

test('no session state of a client reaches another one', async () => {
  const [product, other] = [await connect(), await connect()];
  await product.query(
    `CREATE TABLE users (name text); INSERT INTO users VALUES ('ada'); CREATE ROLE visitor; CREATE SCHEMA hidden;
     CREATE FUNCTION misbehave() RETURNS void LANGUAGE plpgsql AS
       $$ BEGIN PERFORM set_config('search_path', '', false); PERFORM pg_advisory_lock(1); END $$`,
  );
  const byName = { name: 'by name', text: 'SELECT name FROM users WHERE name = $1', values: ['ada'] };
  expect((await product.query(byName)).rows).toEqual([{ name: 'ada' }]);
  const clean = await sessionOf(product);
  for (const [what, sql] of statementsThatStay) {
    for (const each of [sql].flat()) {
      await other
        .query(each)
        .catch((error: { code: string }) => expect({ what, code: error.code }).toEqual({ what, code: '22012' }));
    }
    expect({ what, rows: (await product.query(byName)).rows }).toEqual({ what, rows: [{ name: 'ada' }] });
    expect({ what, session: await sessionOf(product) }).toEqual({ what, session: clean });
    await product.query(`INSERT INTO users VALUES ('eve')`);
    await product.query(`DELETE FROM users WHERE name = 'eve'`);
  }
  // The same by the extended protocol, where each statement is separate.
  for (const [what, sql] of statementsThatStay) {
    for (const text of [sql].flat().filter((each) => !/; |BEGIN|COMMIT|ROLLBACK|1 \/ 0/.test(each))) {
      await other.query({ text, values: [], queryMode: 'extended' } as { text: string });
    }
    expect({ what, session: await sessionOf(product) }).toEqual({ what, session: clean });
  }
  await Promise.all([product.end(), other.end()]);
  // Settings that outlive sessions on a server do not apply to a later start of the store either.
  await close();
  await open();
  const later = await connect();
  expect(await sessionOf(later)).toEqual(clean);
  await later.end();
});

test('a client’s settings apply until its transaction ends, and it is notified of the reset ones', async () => {
  const client = await connect();
  // With its first response the server reports all settings.
  await client.query('SELECT 1');
  const statuses: unknown[] = [];
  (client as unknown as { connection: NodeJS.EventEmitter }).connection.on(
    'parameterStatus',
    (message: { parameterName: string; parameterValue: string }) =>
      statuses.push([message.parameterName, message.parameterValue]),
  );
  await client.query('BEGIN');
  await client.query(`SET TIME ZONE 'Asia/Tokyo'`);
  expect((await client.query('SHOW TIME ZONE')).rows).toEqual([{ TimeZone: 'Asia/Tokyo' }]);
  await client.query('COMMIT');
  expect((await client.query('SHOW TIME ZONE')).rows).toEqual([{ TimeZone: 'UTC' }]);
  expect(statuses).toEqual([
    ['TimeZone', 'Asia/Tokyo'],
    ['TimeZone', 'UTC'],
  ]);
  await client.end();
});

/**
 * A client of the bare protocol: sends frames, and returns the types of the messages until it has received this many
 * ReadyForQuery.
 */
async function speak(...batches: Buffer[]): Promise<string[]> {
  const socket = connectSocket(join(folder, '.s.PGSQL.5432'));
  const types: string[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  let expected = 1;
  let notify: () => void = () => undefined;
  const isOver = () => types.filter((type) => type === 'Z').length >= expected;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      types.push(String.fromCharCode(bytes[0] ?? 0));
      bytes = bytes.subarray(1 + bytes.readInt32BE(1));
    }
    if (isOver()) notify();
  });
  const send = (frames: Buffer) =>
    new Promise<void>((resolve) => {
      notify = resolve;
      void closed.then(resolve);
      socket.write(frames);
    });
  await send(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
  types.length = 0;
  expected = 0;
  for (const batch of batches) {
    expected += 1;
    await send(batch);
  }
  socket.end(frameOf('X', Buffer.alloc(0)));
  await closed;
  return types.filter((type) => type !== 'S');
}

const parse = (name: string, sql: string) => frameOf('P', Buffer.from(`${name}\0${sql}\0\0\0`));
const bind = (name: string) => frameOf('B', Buffer.concat([Buffer.from(`\0${name}\0`), Buffer.alloc(6)]));
const describeStatement = (name: string) => frameOf('D', Buffer.from(`S${name}\0`));
const closeStatement = (name: string) => frameOf('C', Buffer.from(`S${name}\0`));
const execute = frameOf('E', Buffer.from('\0\0\0\0\0'));
const sync = frameOf('S', Buffer.alloc(0));

test('a prepared statement lasts as long as its client, named or not, whatever other clients run meanwhile', async () => {
  const other = await connect();
  const disturb = () => other.query('SELECT $1::int', [1]);
  for (const name of ['', 'named']) {
    await disturb();
    expect(
      await speak(
        Buffer.concat([parse(name, 'SELECT 5'), describeStatement(name), sync]),
        Buffer.concat([bind(name), execute, sync]),
        Buffer.concat([bind(name), execute, closeStatement(name), sync]),
        Buffer.concat([bind(name), execute, sync]),
      ),
    ).toEqual(['1', 't', 'T', 'Z', '2', 'D', 'C', 'Z', '2', 'D', 'C', '3', 'Z', 'E', 'Z']);
  }
  // Of two in one batch, the one after a fault was never created.
  expect(
    await speak(
      Buffer.concat([parse('good', 'SELECT 1'), parse('bad', 'SELEC 1'), parse('later', 'SELECT 1'), sync]),
      Buffer.concat([bind('good'), execute, sync]),
      Buffer.concat([bind('later'), execute, sync]),
    ),
  ).toEqual(['1', 'E', 'Z', '2', 'D', 'C', 'Z', 'E', 'Z']);
  await other.end();
});

test('a copy from the client is refused in every form, and the others continue', async () => {
  const [copier, other] = [await connect(), await connect()];
  await other.query('CREATE TABLE copied (a int)');
  for (const sql of [
    'COPY copied FROM STDIN',
    'SELECT 1; COPY copied FROM STDIN',
    '/* */ copy copied (a) from stdin',
  ]) {
    const refused = { code: '57014', message: expect.stringContaining('not supported by the embedded store') };
    await expect(copier.query(sql)).rejects.toMatchObject(refused);
    expect((await other.query('SELECT * FROM copied')).rows).toEqual([]);
  }
  await copier.end();
  expect(await speak(Buffer.concat([parse('', 'COPY copied FROM STDIN'), bind(''), execute, sync]))).toEqual([
    '1',
    '2',
    'G',
    'E',
    'Z',
  ]);
  await other.end();
});

test.each([
  ['of an unknown type', frameOf('!', Buffer.alloc(0))],
  ['of an absurd length', frameOf('E', Buffer.alloc(20_000))],
  ['of a negative length', Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff])],
])('a message %s only disconnects its own client', async (_, frame) => {
  expect(await speak(queryFrame('SELECT 1'), frame)).toEqual(['T', 'D', 'C', 'Z', 'E']);
  const other = await connect();
  expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await other.end();
});

test('an engine that ends the session instead of getting ready is abandoned at once', async () => {
  const path = join(folder, 'dead');
  let broken: (error: Error) => void = () => undefined;
  const isBroken = new Promise<Error>((resolve) => {
    broken = resolve;
  });
  let calls = 0;
  const server = await listenForPostgres({
    engine: {
      async exec(_, onReply) {
        calls += 1;
        onReply(calls === 1 ? readyFrame('I') : errorFrame('FATAL', '22012', 'division by zero'));
      },
    },
    path,
    maxConnections: 1,
    idleInTransactionMs: 60_000,
    onBroken: (error) => broken(error),
  });
  const socket = connectSocket(path);
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]), queryFrame('SELECT 1 / 0')]));
  expect((await isBroken).message).toBe('The engine has ended the session');
  await server.close();
});
