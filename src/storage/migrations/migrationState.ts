import { clickhouseMigrationState, readMigrations } from '../clickhouseMigrations.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { migrationFolders } from '../migrationFolders.ts';
import { postgresMigrationState, readPostgresMigrations } from '../migratePostgres.ts';
import type { Postgres } from '../postgres.ts';
import type { StoreName } from './storeName.ts';

/** A migration with the statements that are still to run. */
export interface PendingMigration {
  store: StoreName;
  name: string;
  statements: string[];
}

/** The migrations of a store, compared with those of this release. */
export interface MigrationState {
  /** Number of migrations of this release. */
  expected: number;
  /** Those that the store lacks, in the order in which they are applied. */
  pending: PendingMigration[];
  /** Why this release cannot run on the store’s tables; null if it can. */
  conflict: string | null;
}

/** Compares stores with the migrations of this release. */
export interface MigrationStates {
  postgres(pool: Pick<Postgres['pool'], 'query'>): Promise<MigrationState>;
  clickhouse(clickhouse: Pick<ClickHouse, 'query'>): Promise<MigrationState>;
}

/** Reads the files of this release once, and compares stores with them as often as needed. */
export function readMigrationStates(folders: typeof migrationFolders = migrationFolders): MigrationStates {
  const postgres = readPostgresMigrations(folders.postgres);
  const clickhouse = readMigrations(folders.clickhouse);
  return {
    postgres: (pool) => postgresMigrationState(pool, postgres),
    clickhouse: async (store) => clickhouseMigrationState(store, await clickhouse),
  };
}
