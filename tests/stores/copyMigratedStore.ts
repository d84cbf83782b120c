import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { emptyPglite } from './emptyPglite.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { createOncePerRun } from './createOncePerRun.ts';
import { spawnStore, type StoreProcessOptions } from './spawnStore.ts';

const migrations = join(import.meta.dirname, '../../migrations/clickhouse');

/**
 * A new data folder, removed after the run, with the embedded stores, or only their ClickHouse half, as the migrations
 * of a first start leave them: for tests that are not about a first start.
 */
export async function copyMigratedStore(part: StoreProcessOptions['part']): Promise<string> {
  const dataDir = await mkdtemp(join(inject('runFolder'), 'data-'));
  await copyHalf('clickhouse', await migratedClickHouse(), dataDir);
  if (part === 'all') await copyHalf('postgres', await migratedPostgres(), dataDir);
  return dataDir;
}

/** Links within it must not lead out of the copy. */
function copyHalf(name: 'clickhouse' | 'postgres', from: string, to: string): Promise<void> {
  return cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
}

function migratedClickHouse(): Promise<string> {
  return createOncePerRun('migrated-clickhouse', async (dataDir) => {
    const store = await spawnStore({ dataDir, part: 'clickhouse' });
    const clickhouse = openClickHouse(store.urls.clickhouseUrl);
    await migrateClickHouse(clickhouse, migrations);
    await clickhouse.close();
    await store.stop('SIGTERM');
  });
}

function migratedPostgres(): Promise<string> {
  return createOncePerRun('migrated-postgres', async (dataDir) => {
    await cp(await emptyPglite(), join(dataDir, 'postgres'), { recursive: true });
    const store = await spawnStore({ dataDir, part: 'all' });
    await migrateDatabase(store.urls.databaseUrl);
    await store.stop('SIGTERM');
  });
}
