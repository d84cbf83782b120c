import { cp } from 'node:fs/promises';
import { openTestDatabase } from '../stores/openTestDatabase.ts';
import { quietPort } from './quietPort.ts';
import { newDataDir, startProductHere, type ProductState } from './startProductHere.ts';

/** Without traffic and a past of its own. */
export const quiet = { DEMO_VIEWS_PER_SECOND: '0', DEMO_HISTORY_DAYS: '0' };

/** A demo network as it is copied: its database, its folder, and the port that its partners have in it. */
interface Seed {
  template: string;
  dataDir: string;
  port: string;
}

/** What the files of a worker copy; made with the first that wants it. */
let seed: Promise<Seed> | null = null;

/** The demo network as it stands after its seeding, in a database and a folder of its own, and the port of its partners. */
export async function copyDemo(): Promise<ProductState & { port: string }> {
  seed ??= makeSeed();
  const { template, dataDir: seeded, port } = await seed;
  const dataDir = await newDataDir();
  await cp(seeded, dataDir, { recursive: true });
  return { database: await openTestDatabase(template), dataDir, port };
}

/** Seeds a network, ends it, and leaves its database where it can be copied. */
async function makeSeed(): Promise<Seed> {
  const port = String(await quietPort());
  const database = await openTestDatabase();
  const dataDir = await newDataDir();
  const left = { url: database.url, close: async () => undefined };
  const product = await startProductHere('demo', { ...quiet, DEMO_PORT: port }, { database: left, dataDir });
  await product.stop();
  return { template: database.name, dataDir, port };
}
