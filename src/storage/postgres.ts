import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

/** An open PostgreSQL database: the pool, and Drizzle over it. */
export interface Postgres {
  pool: Pool;
  db: NodePgDatabase;
  close(): Promise<void>;
}

/**
 * Opens a pool for a `postgres://` URL. Connects with the first use. Against the embedded store a transaction keeps
 * every other client waiting: use no second client of the pool inside one, and await nothing slow.
 */
export function openPostgres(url: string, options: { maxConnections?: number } = {}): Postgres {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
  });
  // A client that is idle in the pool when the server goes away is replaced at the next use; nobody waits for it.
  pool.on('error', () => undefined);
  // One that is in use fails its user's statement; without a listener its own event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: drizzle(pool), close: () => pool.end() };
}
