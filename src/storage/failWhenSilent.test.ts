import { expect, test } from 'vitest';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import type { ClickHouse, QueryOptions } from './clickhouse.ts';
import { failWhenSilent } from './failWhenSilent.ts';

const policy = { everyMs: 1, maxMissed: 3 };

/** A server whose query ends when `end` is called. */
function slowServer(): { clickhouse: ClickHouse; end: () => void } {
  let end: () => void = () => undefined;
  const query = (_sql: string, _params?: unknown, { signal }: QueryOptions = {}) =>
    new Promise<unknown[]>((resolve, reject) => {
      end = () => resolve([{ calls: 1 }]);
      signal?.addEventListener('abort', () => reject(new Error('The query was canceled')));
    });
  return { clickhouse: { query } as ClickHouse, end: () => end() };
}

test('a query of a server that does not respond to pings fails as unavailable', async () => {
  const { clickhouse } = slowServer();
  const silent = failWhenSilent(clickhouse, () => new Promise(() => undefined), policy);
  const failure = await silent.query('SELECT 1').catch((error: unknown) => error);
  expect(isStoreUnavailable(failure)).toBe(true);
});

test('a ping that takes longer is aborted, so that none occupies a connection', async () => {
  const { clickhouse } = slowServer();
  let open = 0;
  const ping = (signal: AbortSignal) => {
    open += 1;
    return new Promise<boolean>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        open -= 1;
        reject(new Error('aborted'));
      });
    });
  };
  await failWhenSilent(clickhouse, ping, policy)
    .query('SELECT 1')
    .catch(() => undefined);
  expect(open).toBe(0);
});

test('a query may take any time while the server responds to one of three pings', async () => {
  const { clickhouse, end } = slowServer();
  let pings = 0;
  const ping = async () => {
    pings += 1;
    if (pings === 12) end();
    if (pings % 3 === 0) return true;
    throw new Error('lost');
  };
  expect(await failWhenSilent(clickhouse, ping, policy).query('SELECT 1')).toEqual([{ calls: 1 }]);
  expect(pings).toBe(12);
});

test('a query that the caller cancels fails as canceled', async () => {
  const { clickhouse } = slowServer();
  const leaving = new AbortController();
  const canceled = failWhenSilent(clickhouse, async () => true, policy).query(
    'SELECT 1',
    {},
    { signal: leaving.signal },
  );
  leaving.abort();
  await expect(canceled).rejects.toThrow('The query was canceled');
});
