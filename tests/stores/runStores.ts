import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#storage/postgres.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { startRealPostgres } from './startRealPostgres.ts';

/** The database with all migrations of the product, which tests copy. */
export const migratedDatabase = 'migrated';

/** Projects whose tests have no store. */
const withoutStores = new Set(['unit', 'console']);

/**
 * Starts the PostgreSQL server that the test files of a run share, and creates the folder that they share, unless no
 * project of the run has stores; the returned function removes both. Vitest calls it by this name.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.vitest.projects.every(({ name }) => withoutStores.has(name))) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-run-'));
  const serverFolder = await mkdtemp(join(tmpdir(), 'bidhouse-postgres-'));
  const server = await startRealPostgres(serverFolder);
  await makeMigrated(server.url);
  project.provide('runFolder', folder);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.close();
    for (const each of [folder, serverFolder])
      await rm(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

async function makeMigrated(serverUrl: string): Promise<void> {
  const server = openPostgres(serverUrl);
  await server.pool.query(`CREATE DATABASE ${migratedDatabase}`);
  await server.close();
  await migrateDatabase(databaseUrl(serverUrl, migratedDatabase));
}

/** The URL of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace('@/postgres?', `@/${name}?`);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run, removed at its end. */
    runFolder: string;
    /** The server's own database, in which others are created. */
    postgresUrl: string;
  }
}
