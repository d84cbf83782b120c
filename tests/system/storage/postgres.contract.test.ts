import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { describePostgres } from '../../stores/describePostgres.ts';

describePostgres('PostgreSQL', (open) => {
  beforeEach(async () => {
    await open().postgres.pool.query(
      `DROP TABLE IF EXISTS account;
       CREATE TABLE account (
         id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE, nanos int8 NOT NULL DEFAULT 0, extra jsonb
       )`,
    );
  });

  test('others see a transaction only once it is committed', async () => {
    const { pool } = open().postgres;
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query("INSERT INTO account (name) VALUES ('inside')");
    const elsewhere = pool.query<{ count: number }>('SELECT count(*)::int AS count FROM account');
    // A server responds at once without the row, the embedded store afterwards with it; neither shows half a
    // transaction.
    await client.query("INSERT INTO account (name) VALUES ('inside too')");
    await client.query('COMMIT');
    client.release();
    expect([0, 2]).toContain((await elsewhere).rows[0]?.count);
  });

  test('a failed transaction leaves nothing and its connection continues', async () => {
    const { pool } = open().postgres;
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query("INSERT INTO account (name) VALUES ('gone')");
    await expect(client.query('SELECT nope')).rejects.toMatchObject({ code: '42703' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect((await client.query('SELECT * FROM account')).rows).toEqual([]);
    client.release();
  });

  test('a thousand concurrent inserts all arrive', async () => {
    const { pool } = open().postgres;
    await Promise.all(
      Array.from({ length: 1000 }, (_, at) => pool.query('INSERT INTO account (name) VALUES ($1)', [`a${at}`])),
    );
    const { rows } = await pool.query('SELECT count(*)::int AS count, count(DISTINCT id)::int AS ids FROM account');
    expect(rows).toEqual([{ count: 1000, ids: 1000 }]);
  });

  test('transactions that read and then write lose no update', async () => {
    const { pool } = open().postgres;
    await pool.query("INSERT INTO account (name, nanos) VALUES ('shared', 0)");
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await pool.connect();
        await client.query('BEGIN');
        const { rows } = await client.query<{ nanos: string }>(
          "SELECT nanos FROM account WHERE name = 'shared' FOR UPDATE",
        );
        await client.query('UPDATE account SET nanos = $1', [BigInt(rows[0]?.nanos ?? 0) + 1n]);
        await client.query('COMMIT');
        client.release();
      }),
    );
    expect((await pool.query('SELECT nanos FROM account')).rows).toEqual([{ nanos: '20' }]);
  });

  test('different concurrent statements with long parameters each get their own response', async () => {
    const { pool } = open().postgres;
    await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const columns = at % 7;
        const text = 'x'.repeat(at % 3 === 0 ? 300_000 : 10);
        const { rows } = await pool.query(
          `SELECT $1::int AS at, length($2) AS length${', 0 AS filler'.repeat(columns ? 1 : 0)}`,
          [at, text],
        );
        expect(rows[0]).toEqual({ at, length: text.length, ...(columns ? { filler: 0 } : {}) });
      }),
    );
  });

  test('a statement prepared by one client does not affect another of the same name', async () => {
    const { pool } = open().postgres;
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    for (const round of [1, 2]) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query({
          name: 'same',
          text: `SELECT ${at} AS at, $1::int AS round`,
          values: [round],
        });
        expect(rows).toEqual([{ at, round }]);
      }
    }
    for (const client of clients) client.release();
  });

  test('session settings of one client do not apply to another client', async () => {
    const { postgres, url } = open();
    const { pool } = postgres;
    const other = new Client({ connectionString: url });
    await other.connect();
    await pool.query("INSERT INTO account (name) VALUES ('product')");
    const settings = async () => {
      const names = ['search_path', 'TimeZone', 'default_transaction_read_only', 'session_authorization', 'role'];
      return (await pool.query('SELECT name, current_setting(name) FROM unnest($1::text[]) AS name', [names])).rows;
    };
    const before = await settings();
    for (const sql of [
      "SET search_path TO ''",
      "SELECT set_config('TimeZone', 'Asia/Tokyo', false)",
      'CREATE TEMP TABLE account (name text)',
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
      'SET SESSION AUTHORIZATION pg_monitor',
      'DISCARD ALL',
    ]) {
      await other.query(sql);
      const { rows } = await pool.query({ name: 'read', text: 'SELECT name FROM account' });
      expect({ sql, rows, settings: await settings() }).toEqual({ sql, rows: [{ name: 'product' }], settings: before });
      await pool.query("UPDATE account SET nanos = nanos + 1 WHERE name = 'product'");
    }
    await other.end();
  });

  test('64-bit integers, JSON and identities are returned as they were written', async () => {
    const { pool } = open().postgres;
    const extra = { list: [1, 'two', null], deep: { snow: '☃' } };
    await pool.query('INSERT INTO account (name, nanos, extra) VALUES ($1, $2, $3)', [
      'big',
      9223372036854775807n,
      extra,
    ]);
    expect((await pool.query('SELECT id, nanos, extra FROM account')).rows).toEqual([
      { id: 1, nanos: '9223372036854775807', extra },
    ]);
    expect((await pool.query('SELECT name FROM account WHERE extra @> \'{"deep":{"snow":"☃"}}\'')).rowCount).toBe(1);
  });

  test('a duplicate of a unique value is refused with 23505', async () => {
    const { pool } = open().postgres;
    await pool.query("INSERT INTO account (name) VALUES ('once')");
    await expect(pool.query("INSERT INTO account (name) VALUES ('once')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'account_name_key',
    });
  });

  test('a client killed inside a transaction is rolled back and blocks no other', async () => {
    const { postgres, url } = open();
    for (const depth of ['begun', 'written', 'running']) {
      const child = fork(join(import.meta.dirname, 'dyingClient.ts'), [url, depth], { execArgv: [] });
      await new Promise((resolve) => {
        child.once('message', resolve);
      });
      const exited = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.kill('SIGKILL');
      await exited;
      const { rows } = await postgres.pool.query(
        "INSERT INTO account (name) VALUES ($1) RETURNING (SELECT count(*)::int FROM account WHERE name = 'dying') AS dying",
        [depth],
      );
      expect(rows).toEqual([{ dying: 0 }]);
    }
  });

  test('a client that disconnects while its statements wait does no harm', async () => {
    const { postgres, url } = open();
    for (let round = 0; round < 20; round += 1) {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      const others = Array.from({ length: 5 }, () => postgres.pool.query('SELECT 1'));
      const own = client.query("BEGIN; INSERT INTO account (name) VALUES ('left')").catch(() => null);
      const second = client.query('SELECT $1::int', [1]).catch(() => null);
      setTimeout(() => void client.end().catch(() => null), round % 4);
      await Promise.all([own, second, ...others]);
    }
    expect((await postgres.pool.query("SELECT * FROM account WHERE name = 'left'")).rows).toEqual([]);
  });
});
