import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A pool of connections to the installation's PostgreSQL. */
export type Database = NodePgDatabase;

/** An open transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either of the two, for reads that do not care. */
export type Connection = Database | Transaction;

/** The rows that a caller may see: all, or those of the accounts named. */
export type Scope = 'all' | readonly number[];
