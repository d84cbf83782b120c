import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A pool of connections to the installation's PostgreSQL. */
export type Database = NodePgDatabase;

/** An open transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either of the two, for reads that do not care. */
export type Connection = Database | Transaction;

/** One account, and of it only what belongs to these partners; null = to any. */
export interface PartnerScope {
  demandId: number;
  advertiserIds: readonly number[] | null;
  subpublisherIds: readonly number[] | null;
}

/** The rows that a caller may see: all, those of the accounts named, or those of some partners of one account. */
export type Scope = 'all' | readonly number[] | PartnerScope;

/** The accounts of a scope; 'all' for every one. */
export function accountsOf(scope: Scope): 'all' | readonly number[] {
  if (scope === 'all') return scope;
  return 'demandId' in scope ? [scope.demandId] : scope;
}
