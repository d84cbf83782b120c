import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openPglite } from '#storage/store/openPglite.ts';

const cache = join(import.meta.dirname, '../../node_modules/.cache/bidhouse-tests');

/** The folder of an empty embedded PostgreSQL, created once and copied for every test, because copying is fast. */
export async function emptyPglite(): Promise<string> {
  const template = join(cache, `pglite-${await engineVersion()}`);
  if (await exists(template)) return template;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${template}-`);
  const database = await openPglite(join(draft, 'postgres'));
  await database.close();
  // Another test may have been faster: then its copy is used.
  await rename(join(draft, 'postgres'), template).catch(() => undefined);
  await rm(draft, { recursive: true, force: true });
  return template;
}

async function engineVersion(): Promise<string> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = JSON.parse(await readFile(join(dirname(pglite), '../package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
