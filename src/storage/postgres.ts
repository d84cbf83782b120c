import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { observeStatements, type StatementObserver } from './observeStatements.ts';

/** An open PostgreSQL database: the pool, and Drizzle over it. */
export interface Postgres {
  pool: Pool;
  db: NodePgDatabase;
  close(): Promise<void>;
}

/**
 * Opens a pool for a `postgres://` URL. Connects on first use. With the embedded store, a transaction blocks every
 * other client: use no second client of the pool inside one, and await nothing slow. `observe` is called for every
 * statement. A statement that takes longer than `maxStatementMs` fails: for callers that must notice a silent server.
 */
export function openPostgres(
  url: string,
  options: { maxConnections?: number; maxStatementMs?: number; observe?: StatementObserver } = {},
): Postgres {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(options.maxStatementMs === undefined ? {} : { query_timeout: options.maxStatementMs }),
  });
  // An idle client is replaced at its next use when the server goes away; no caller waits for it.
  pool.on('error', () => undefined);
  // An active client fails its user's statement; without a listener, its own event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (options.observe) observeStatements(pool, options.observe);
  return { pool, db: drizzle(pool), close: () => pool.end() };
}
