import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

/** An open PostgreSQL database: the pool, and Drizzle over it. */
export interface Postgres {
  pool: Pool;
  db: NodePgDatabase;
  close(): Promise<void>;
}

/**
 * Opens a pool for a `postgres://` URL. Connects on first use. With the embedded store, a transaction blocks every
 * other client: use no second client of the pool inside one, and await nothing slow.
 */
export function openPostgres(url: string, options: { maxConnections?: number } = {}): Postgres {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
  });
  // An idle client is replaced at its next use when the server goes away; no caller waits for it.
  pool.on('error', () => undefined);
  // An active client fails its user's statement; without a listener, its own event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: drizzle(pool), close: () => pool.end() };
}
