import { join } from 'node:path';
import { openPostgres } from '#storage/postgres.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';

const migrations = join(import.meta.dirname, '../../migrations/postgres');

/** Applies all migrations of the product to a database, and leaves no connection to it. */
export async function migrateDatabase(url: string): Promise<void> {
  const postgres = openPostgres(url);
  await migratePostgres(postgres.pool, migrations);
  await postgres.close();
}
