import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import { observeStatements, type StatementObserver } from './observeStatements.ts';

/** An open PostgreSQL database: the pool, and Drizzle over it. */
export interface Postgres {
  pool: Pool;
  db: NodePgDatabase;
  close(): Promise<void>;
}

/** Maximum silence of a PostgreSQL server, in ms: longer than any statement of the product but migrations takes. */
export const maxServerSilenceMs = 60_000;

/**
 * Opens a pool for a `postgres://` URL. Connects on first use. With the embedded store, a transaction blocks every
 * other client: use no second client of the pool inside one, and await nothing slow. `observe` is called for every
 * statement. A connection on which a server sends nothing for `maxSilenceMs` during a statement is closed, which fails
 * the statement: the server may be frozen, or the network may drop packets.
 */
export function openPostgres(
  url: string,
  options: { maxConnections?: number; maxSilenceMs?: number | undefined; observe?: StatementObserver } = {},
): Postgres {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // An idle client is replaced at its next use when the server goes away; no caller waits for it.
  pool.on('error', () => undefined);
  // An active client fails its user's statement; without a listener, its own event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { maxSilenceMs } = options;
  if (maxSilenceMs !== undefined) pool.on('connect', (client) => closeWhenSilent(client, maxSilenceMs));
  if (options.observe) observeStatements(pool, options.observe);
  return { pool, db: drizzle(pool), close: () => pool.end() };
}

/** The part of pg’s client that its types lack. */
interface Connected {
  readyForQuery: boolean;
  connection: { stream: Socket };
}

function closeWhenSilent(client: PoolClient, maxSilenceMs: number): void {
  const connected = client as unknown as Connected;
  const { stream } = connected.connection;
  stream.setTimeout(maxSilenceMs, () => {
    if (connected.readyForQuery) return;
    stream.destroy(Object.assign(new Error('PostgreSQL does not respond'), { code: 'ETIMEDOUT' }));
  });
}
