import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { inTransaction } from './inTransaction.ts';

/** Any number; all processes must use the same one. */
const lockKey = 7_202_611;

/**
 * Applies drizzle-kit's folder to the database and returns the number of applied migrations. Safe when several
 * processes start at once: everything happens in one transaction under an advisory transaction lock, which also works
 * on the embedded store, where a session lock would not (all clients share one session). The history is in Drizzle's
 * own table. `through`: time of the last migration to apply, in milliseconds. Throws when an applied file was edited or
 * is missing.
 */
export async function migratePostgres(pool: pg.Pool, folder: string, through = Infinity): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis <= through,
  );
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    return applyAll(client, migrations);
  });
}

/** The time of the last migration of a folder, in milliseconds. */
export function lastMigrationOf(folder: string): number {
  return Math.max(0, ...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
}

/** The SQL of a folder's migrations that a database lacks, by time, in order. Reads only. Throws like migratePostgres. */
export async function pendingPostgresMigrations(
  pool: pg.Pool,
  folder: string,
): Promise<{ at: number; statements: string[] }[]> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const { rows } = await pool.query<{ found: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS found`,
  );
  const missing = rows[0]?.found == null ? migrations : await missingOf(pool, migrations);
  return missing.map(({ folderMillis, sql }) => ({ at: folderMillis, statements: sql }));
}

async function applyAll(client: pg.PoolClient, migrations: readonly MigrationMeta[]): Promise<number> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const missing = await missingOf(client, migrations);
  for (const migration of missing) {
    for (const statement of migration.sql) if (statement.trim() !== '') await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  return missing.length;
}

async function missingOf(
  client: Pick<pg.PoolClient, 'query'>,
  migrations: readonly MigrationMeta[],
): Promise<MigrationMeta[]> {
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  const applied = new Map(rows.map((row) => [Number(row.created_at), row.hash]));
  for (const [at, hash] of applied) {
    const file = migrations.find((each) => each.folderMillis === at);
    if (!file) throw new Error(`The database has a migration of ${at} that this version does not know: it is newer`);
    if (file.hash !== hash) throw new Error(`The migration of ${at} was edited after it had been applied`);
  }
  const last = Math.max(0, ...applied.keys());
  const missing = migrations.filter((each) => !applied.has(each.folderMillis));
  const early = missing.find((each) => each.folderMillis < last);
  if (early)
    throw new Error(`The migration of ${early.folderMillis} is new but older than one that is applied already`);
  return missing;
}
