import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres } from '#storage/postgres.ts';
import { createOncePerRun } from '../stores/createOncePerRun.ts';
import { openTestDatabase, type TestDatabase } from '../stores/openTestDatabase.ts';
import { freePort } from './freePort.ts';
import { newDataDir, startProductInProcess, type ProductState } from './startProductInProcess.ts';

/** Without traffic or history. */
export const noDemoTraffic = { DEMO_VIEWS_PER_SECOND: '0', DEMO_HISTORY_DAYS: '0' };

/** A copy of a demo network: its database, its folder, and the port of its partners. */
interface Seed {
  template: string;
  dataDir: string;
  port: string;
}

/** The source of copies in a worker: that of the run, but with a port of the worker. */
let seed: Promise<Seed> | null = null;

/** The demo network as seeded, in a separate database and folder, and the port of its partners. */
export async function copyDemo(): Promise<ProductState & { port: string }> {
  seed ??= seedOfWorker();
  const { template, dataDir: seeded, port } = await seed;
  const dataDir = await newDataDir();
  await cp(seeded, dataDir, { recursive: true });
  return { database: await openTestDatabase(template), dataDir, port };
}

async function seedOfWorker(): Promise<Seed> {
  const dataDir = await createOncePerRun('demo', seedDemo);
  const { template, port: seededPort } = JSON.parse(await readFile(join(dataDir, 'seed.json'), 'utf8')) as Seed;
  const port = String(await freePort());
  const database = await openTestDatabase(template);
  await replaceTexts(database, `localhost:${seededPort}/`, `localhost:${port}/`);
  return { template: database.name, dataDir, port };
}

/** Seeds a network in a folder, stops it, and leaves its database ready for copying. */
async function seedDemo(dataDir: string): Promise<void> {
  const port = String(await freePort());
  const database = await openTestDatabase();
  const left = { url: database.url, close: async () => undefined };
  const product = await startProductInProcess(
    'demo',
    { ...noDemoTraffic, DEMO_PORT: port },
    { database: left, dataDir },
  );
  await product.stop();
  // Ad serving would start with the rows that it stored there.
  await rm(join(dataDir, 'snapshot'), { recursive: true });
  // A copy may have a past, which this folder must not.
  await rm(join(dataDir, 'demo-history.json'));
  await writeFile(join(dataDir, 'seed.json'), JSON.stringify({ template: database.name, port }));
}

/** Replaces a text everywhere in a database, as if it had always been there: no change is published. */
async function replaceTexts({ url }: TestDatabase, from: string, to: string): Promise<void> {
  const postgres = openPostgres(url);
  await postgres.pool.query(`
    DO $$
    DECLARE at record;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR at IN
        SELECT attrelid::regclass AS place, attname AS name, format_type(atttypid, atttypmod) AS type
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
          -- Texts, arrays, and what has a form of its own, as JSON.
          AND typcategory IN ('S', 'A', 'U')
      LOOP
        EXECUTE format(
          'UPDATE %s SET %I = replace(%I::text, %L, %L)::%s WHERE strpos(%I::text, %L) > 0',
          at.place, at.name, at.name, '${from}', '${to}', at.type, at.name, '${from}'
        );
      END LOOP;
    END $$`);
  await postgres.close();
}
