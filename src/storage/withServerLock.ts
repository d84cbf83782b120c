import { Client, type ClientBase } from 'pg';
import { liftTimeLimits } from './liftTimeLimits.ts';

/** Any numbers; all nodes must use the same ones, and PostgreSQL's migrations another. */
const lockKeys = { tables: 7_202_612, backup: 7_202_615, inserts: 7_202_616, shipping: 7_202_618 };
/**
 * Seconds of silence before the server probes a lock holder, between probes, and their number. The holder notices a lost
 * connection before the server gives the lock to another: it probes after ten seconds, ten times in ten seconds.
 */
const keepAliveSettings = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

/**
 * Runs work on databases shared by nodes on one node at a time: under a lock of the PostgreSQL server at `databaseUrl`,
 * which releases it when the work is done or the node is gone. Without a URL, PostgreSQL is embedded, where a client's
 * turn lasts seconds and has no session: there the folder lock ensures that there is one node, and the work just runs.
 * `lock`: the kind of work, of which one is done at a time; within work under `backup`, that under `tables` may be done,
 * and not the other way round. `inserts` is shared by workers that insert (`shareInsertLock`). The signal fires when the
 * connection breaks, and with it the lock; `onWait` is called when another node has the lock.
 */
export async function withServerLock<T>(
  databaseUrl: string | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onWait: () => void,
  lock: keyof typeof lockKeys = 'tables',
): Promise<T> {
  const lost = new AbortController();
  if (databaseUrl === undefined) return work(lost.signal);
  const client = lockClient(databaseUrl);
  const abortOnLoss = () =>
    lost.abort(new Error('The PostgreSQL connection that holds the lock of the nodes was lost'));
  client.on('error', abortOnLoss);
  client.on('end', abortOnLoss);
  try {
    await client.connect();
    await takeLock(client, lockKeys[lock], onWait);
    const result = await work(lost.signal);
    lost.signal.throwIfAborted();
    return result;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs work under a lock as `withServerLock` does, unless another node has it: then it does not wait, and nothing runs.
 */
export async function tryServerLock(
  databaseUrl: string | undefined,
  work: (signal: AbortSignal) => Promise<void>,
  lock: keyof typeof lockKeys,
): Promise<void> {
  const taken = new Error('Another node has the lock');
  const giveUp = () => {
    throw taken;
  };
  await withServerLock(databaseUrl, work, giveUp, lock).catch((error: unknown) => {
    if (error !== taken) throw error;
  });
}

/** A connection for a lock. Both sides soon notice when the other is gone. */
export function lockClient(databaseUrl: string): Client {
  return new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

/**
 * Takes a lock in a transaction of its own, so that it also works through a pooler that shares sessions. `mode`: `_shared`
 * if others may share it.
 */
async function takeLock(
  client: ClientBase,
  lockKey: number,
  onWait: () => void,
  mode: '' | '_shared' = '',
): Promise<void> {
  await client.query('BEGIN');
  await liftTimeLimits(client);
  for (const [name, value] of Object.entries(keepAliveSettings)) {
    await client.query('SELECT set_config($1, $2, true)', [name, value]);
  }
  const { rows } = await client.query<{ has: boolean }>(`SELECT pg_try_advisory_xact_lock${mode}($1) AS has`, [
    lockKey,
  ]);
  if (rows[0]?.has) return;
  onWait();
  await client.query(`SELECT pg_advisory_xact_lock${mode}($1)`, [lockKey]);
}

/** Takes a share of the lock of inserts, in a transaction that holds it. Waits while a node changes tables. */
export function takeInsertLock(client: ClientBase, onWait: () => void): Promise<void> {
  return takeLock(client, lockKeys.inserts, onWait, '_shared');
}

/** Whether a node waits until all shares of the lock of inserts are given back. */
export async function isInsertLockWanted(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_locks AS lock JOIN pg_database AS own ON own.oid = lock.database
     WHERE own.datname = current_database() AND locktype = 'advisory' AND classid = 0 AND objid::bigint = $1
       AND mode = 'ExclusiveLock' AND NOT granted LIMIT 1`,
    [lockKeys.inserts],
  );
  return rows.length > 0;
}
