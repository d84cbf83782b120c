import { PGlite } from '@electric-sql/pglite';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

/**
 * The engine touches all of its shared buffers when it starts. With 16 MB instead of the default of 128 MB it takes 120
 * MB less; what falls out of them is read from the operating system's cache.
 */
const memoryParams = ['-c', 'shared_buffers=16MB'];

/**
 * Opens PGlite's data in `folder`, creating the database at the first start. An interrupted first start begins again:
 * nothing was acknowledged before the marker existed.
 */
export async function openPglite(folder: string): Promise<{ engine: Engine; close(): Promise<void> }> {
  const dataDir = join(folder, 'data');
  const marker = join(folder, 'initialized');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(marker)) rmSync(dataDir, { recursive: true, force: true });
  // Settings written by ALTER SYSTEM would apply to every client from this start on, and some prevent any start.
  rmSync(join(dataDir, 'postgresql.auto.conf'), { force: true });
  const database = await PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...memoryParams] });
  if (!existsSync(marker)) writeFileSync(marker, '');
  let fault: Error | null = null;
  return {
    engine: {
      async exec(messages, onReply) {
        // An engine that has exited must not be called again: it would loop.
        if (fault) throw fault;
        try {
          await database.runExclusive(() => database.execProtocolRawStream(messages, { onRawData: onReply }));
        } catch (error) {
          // Emscripten throws an object of its own when the program exits.
          fault = error instanceof Error ? error : new Error(JSON.stringify(error), { cause: error });
          throw fault;
        }
      },
    },
    close: () => database.close(),
  };
}
