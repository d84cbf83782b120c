import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { pendingClickHouseMigrations } from '#storage/clickhouseMigrations.ts';
import { pendingPostgresMigrations } from '#storage/migratePostgres.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import type { Config } from '../../config.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';

/** The servers of an installation; null where the store is embedded, which migrates when it starts. */
export interface Servers {
  postgres: Postgres | null;
  clickhouse: ClickHouse | null;
  close(): Promise<void>;
}

export type ServerSettings = Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'CLICKHOUSE_CLUSTER'>;

/** Opens the servers of settings. Connects on first use. */
export function openServers({ DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }: ServerSettings): Servers {
  const postgres = DATABASE_URL === undefined ? null : openPostgres(DATABASE_URL, { maxConnections: 2 });
  const clickhouse =
    CLICKHOUSE_URL === undefined ? null : openClickHouse(CLICKHOUSE_URL, { cluster: CLICKHOUSE_CLUSTER });
  return {
    postgres,
    clickhouse,
    close: async () => void (await Promise.all([postgres?.close(), clickhouse?.close()])),
  };
}

/** A migration with the statements that are still to run. */
export interface PendingMigration {
  store: 'PostgreSQL' | 'ClickHouse';
  name: string;
  statements: string[];
}

/** The migrations that the servers lack, in the order in which they are applied. */
export async function pendingMigrations({ postgres, clickhouse }: Servers): Promise<PendingMigration[]> {
  const [relational, columnar] = await Promise.all([
    postgres === null ? [] : pendingPostgresMigrations(postgres.pool, migrationFolders.postgres),
    clickhouse === null ? [] : pendingClickHouseMigrations(clickhouse, migrationFolders.clickhouse),
  ]);
  return [
    ...relational.map(({ at, statements }) => ({
      store: 'PostgreSQL' as const,
      name: new Date(at).toISOString(),
      statements: statements.filter((each) => each.trim() !== ''),
    })),
    ...columnar.map((each) => ({ store: 'ClickHouse' as const, ...each })),
  ];
}
