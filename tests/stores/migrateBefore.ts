import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migratePostgres } from '#storage/migratePostgres.ts';

/** The current migrations. */
export const migrationsFolder = new URL('../../migrations/postgres', import.meta.url).pathname;

/** Creates a database as it was before a migration, by the number of its file. */
export async function migrateBefore(pool: pg.Pool, number: number): Promise<void> {
  const old = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(migrationsFolder, old, { recursive: true });
  const path = join(old, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number }[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.filter(({ idx }) => idx < number) }));
  await migratePostgres(pool, old);
  rmSync(old, { recursive: true });
}
