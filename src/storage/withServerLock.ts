import { Client } from 'pg';
import { liftTimeLimits } from './liftTimeLimits.ts';

/** Any numbers; all nodes must use the same ones, and PostgreSQL's migrations another. */
const lockKeys = { tables: 7_202_612, backup: 7_202_615 };
/** Seconds of silence before the server probes a lock holder, between probes, and their number. */
const keepAliveSettings = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

/**
 * Runs work on databases shared by nodes on one node at a time: under a lock of the PostgreSQL server at `databaseUrl`,
 * which releases it when the work is done or the node is gone. Without a URL, PostgreSQL is embedded, where a client's
 * turn lasts seconds and has no session: there the folder lock ensures that there is one node, and the work just runs.
 * `lock`: the kind of work, of which one is done at a time. The signal fires when the connection breaks, and with it the lock; `onWait` is called when another node has the lock.
 */
export async function withServerLock<T>(
  databaseUrl: string | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onWait: () => void,
  lock: keyof typeof lockKeys = 'tables',
): Promise<T> {
  const lost = new AbortController();
  if (databaseUrl === undefined) return work(lost.signal);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, keepAlive: true });
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

/** Takes the lock in a transaction of its own, so that it also works through a pooler that shares sessions. */
async function takeLock(client: Client, lockKey: number, onWait: () => void): Promise<void> {
  await client.query('BEGIN');
  await liftTimeLimits(client);
  for (const [name, value] of Object.entries(keepAliveSettings)) {
    await client.query('SELECT set_config($1, $2, true)', [name, value]);
  }
  const { rows } = await client.query<{ has: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS has', [lockKey]);
  if (rows[0]?.has) return;
  onWait();
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
}
