import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { inTransaction } from './inTransaction.ts';
import type { MigrationState } from './migrations/migrationState.ts';
import { conflictOfUnknown, oldestReleaseOf } from './migrations/oldestRelease.ts';

/** Any number that no other lock of the product has, so that ad serving gets budget leases during a long migration. */
const lockKey = 7_202_617;

/** A migration of drizzle-kit’s folder. */
export interface PostgresMigration {
  /** Its file’s name without its ending. */
  name: string;
  /** When it was created, in milliseconds: its place in the order. */
  at: number;
  /** SHA-256 of its text, hexadecimal. */
  hash: string;
  statements: string[];
}

/** Reads drizzle-kit’s folder, in order. */
export function readPostgresMigrations(folder: string): PostgresMigration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  const names = new Map(entries.map(({ when, tag }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash, sql }) => ({
    name: names.get(folderMillis) ?? '',
    at: folderMillis,
    hash,
    statements: sql.filter((statement) => statement.trim() !== ''),
  }));
}

/**
 * Applies drizzle-kit's folder to the database and returns the number of applied migrations. Safe when several
 * processes start at once: everything happens in one transaction under an advisory transaction lock, which also works
 * on the embedded store, where a session lock would not (all clients share one session). The history is in Drizzle's
 * own table, with the oldest release that can run after each migration. `through`: time of the last migration to apply,
 * in milliseconds. Throws when an applied file was edited or is missing, unless this release can run without knowing it.
 */
export async function migratePostgres(pool: pg.Pool, folder: string, through = Infinity): Promise<number> {
  const migrations = readPostgresMigrations(folder).filter(({ at }) => at <= through);
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    return applyAll(client, migrations);
  });
}

/** The time of the last migration of a folder, in milliseconds. */
export function lastMigrationOf(folder: string): number {
  return readPostgresMigrations(folder).at(-1)?.at ?? 0;
}

/**
 * Marks a database as one that only a release, or a later one, can use, beyond what its migrations need. Earlier ones,
 * which do not know its last migration, do not start then.
 */
export async function requireRelease(client: Pick<pg.Pool, 'query'>, release: string): Promise<void> {
  await client.query(
    `UPDATE drizzle.__drizzle_migrations SET oldest_release = $1
     WHERE created_at = (SELECT max(created_at) FROM drizzle.__drizzle_migrations)`,
    [release],
  );
}

/** Compares a database with migrations. Reads only. */
export async function postgresMigrationState(
  pool: Pick<pg.Pool, 'query'>,
  migrations: readonly PostgresMigration[],
): Promise<MigrationState> {
  const { rows } = await pool.query<{ found: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS found`,
  );
  const applied = rows[0]?.found == null ? [] : await readApplied(pool);
  const pending = migrations.filter(({ at }) => !applied.some((each) => each.at === at));
  return {
    expected: migrations.length,
    pending: pending.map(({ name, statements }) => ({ store: 'PostgreSQL', name, statements })),
    conflict: conflictOf(migrations, applied),
  };
}

async function applyAll(client: pg.PoolClient, migrations: readonly PostgresMigration[]): Promise<number> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  await client.query('ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN IF NOT EXISTS oldest_release text');
  const applied = await readApplied(client);
  const conflict = conflictOf(migrations, applied);
  if (conflict !== null) throw new Error(conflict);
  const missing = migrations.filter(({ at }) => !applied.some((each) => each.at === at));
  for (const { name, at, hash, statements } of missing) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'INSERT INTO drizzle.__drizzle_migrations (hash, created_at, oldest_release) VALUES ($1, $2, $3)',
      [hash, at, oldestReleaseOf('PostgreSQL', name, statements)],
    );
  }
  return missing.length;
}

interface AppliedMigration {
  at: number;
  hash: string;
  /** Empty where an earlier release applied it. */
  oldestRelease: string;
}

async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<AppliedMigration[]> {
  // Earlier releases created the table without the column.
  const { rows } = await client.query<{ hash: string; createdAt: string; oldestRelease: string | null }>(
    `SELECT hash, created_at AS "createdAt", to_jsonb(applied)->>'oldest_release' AS "oldestRelease"
     FROM drizzle.__drizzle_migrations AS applied ORDER BY created_at`,
  );
  return rows.map(({ hash, createdAt, oldestRelease }) => ({
    at: Number(createdAt),
    hash,
    oldestRelease: oldestRelease ?? '',
  }));
}

/** Why these migrations and the applied ones do not fit together; null if they do. */
function conflictOf(migrations: readonly PostgresMigration[], applied: readonly AppliedMigration[]): string | null {
  for (const { at, hash, oldestRelease } of applied) {
    const file = migrations.find((each) => each.at === at);
    if (!file) {
      const conflict = conflictOfUnknown('PostgreSQL', { name: new Date(at).toISOString(), oldestRelease });
      if (conflict !== null) return conflict;
    } else if (file.hash !== hash) return `The migration ${file.name} was edited after it had been applied`;
  }
  const last = applied.at(-1)?.at ?? 0;
  const early = migrations.find(({ at }) => at < last && !applied.some((each) => each.at === at));
  return early ? `The migration ${early.name} is new but older than one that is applied already` : null;
}
