import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A pool of connections to the installation's PostgreSQL. */
export type Database = NodePgDatabase;

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either of the two, for reads. */
export type Connection = Database | Transaction;

/** The rows of one account that belong to these partners; null = to any. */
export interface PartnerScope {
  demandId: number;
  advertiserIds: readonly number[] | null;
  subpublisherIds: readonly number[] | null;
}

/** The rows that a caller may see: all, those of some accounts, or those of some partners of one account. */
export type Scope = 'all' | readonly number[] | PartnerScope;

/** The accounts of a scope; 'all' for every one. */
export function accountsInScope(scope: Scope): 'all' | readonly number[] {
  if (scope === 'all') return scope;
  return 'demandId' in scope ? [scope.demandId] : scope;
}
