import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import type { ClickHouse } from './clickhouse.ts';
import { readMigrations } from './clickhouseMigrations.ts';

/** Migrations of a store: those that it has, and those that this version needs. */
export interface MigrationCount {
  applied: number;
  expected: number;
}

/** Counts the migrations of a PostgreSQL database that was migrated from `folder`. */
export async function countPostgresMigrations(pool: pg.Pool, folder: string): Promise<MigrationCount> {
  const { rows } = await pool.query<{ applied: number }>(
    'SELECT count(*)::int AS applied FROM drizzle.__drizzle_migrations',
  );
  return { applied: rows[0]?.applied ?? 0, expected: readMigrationFiles({ migrationsFolder: folder }).length };
}

/** Counts the migrations of a ClickHouse database that was migrated from `folder`: those of which every statement ran. */
export async function countClickHouseMigrations(
  clickhouse: Pick<ClickHouse, 'query'>,
  folder: string,
): Promise<MigrationCount> {
  const migrations = await readMigrations(folder);
  const rows = await clickhouse.query<{ version: number; statements: number }>(
    'SELECT version, toUInt32(count()) AS statements FROM schema_migrations GROUP BY version',
  );
  const applied = migrations.filter(({ version, statements }) =>
    rows.some((row) => row.version === version && row.statements >= statements.length),
  );
  return { applied: applied.length, expected: migrations.length };
}
