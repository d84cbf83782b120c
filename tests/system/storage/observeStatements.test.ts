import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestPostgres, type TestStore } from '../../stores/openTestPostgres.ts';

const caller = new AsyncLocalStorage<string>();
let store: TestStore;
let postgres: Postgres;
let observed: { caller: string | undefined; text: string; error?: unknown }[] = [];

beforeAll(async () => {
  store = await openTestPostgres();
  postgres = openPostgres(store.url, {
    maxConnections: 2,
    observe(text) {
      const statement: (typeof observed)[number] = { caller: caller.getStore(), text };
      observed.push(statement);
      return (error) => {
        if (error !== undefined) statement.error = error;
      };
    },
  });
});
afterAll(async () => {
  await postgres.close();
  await store.close();
});

test('statements that wait for a connection are observed for the caller that sent them', async () => {
  observed = [];
  const callers = Array.from({ length: 20 }, (_, at) => `caller ${at}`);
  const results = await Promise.all(
    callers.map((name) => caller.run(name, async () => postgres.pool.query('select $1::text as name', [name]))),
  );
  expect(results.map(({ rows }) => rows)).toEqual(callers.map((name) => [{ name }]));
  expect(observed.map((each) => each.caller ?? '').toSorted()).toEqual(callers.toSorted());
});

test('a failed statement is observed with its error, and the pool goes on', async () => {
  observed = [];
  await expect(postgres.pool.query('select nothing from nowhere')).rejects.toThrow('nowhere');
  expect(observed).toMatchObject([{ text: 'select nothing from nowhere', error: expect.any(Error) }]);
  expect((await postgres.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('the statements of a transaction are observed', async () => {
  observed = [];
  await postgres.db.transaction(async (tx) => {
    await tx.execute('select 2');
  });
  expect(observed.map(({ text }) => text)).toEqual(['begin', 'select 2', 'commit']);
});
