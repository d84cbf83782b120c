import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config.ts';
import { rejectedDir, unverifiedDir } from '../load/insertSegment.ts';
import { damagedDir } from '../load/makeSegment.ts';
import { loaderFolders } from '../loaderFolders.ts';
import { openNodeLoader } from '../openNodeLoader.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { listSpools } from '../spool/spoolFiles.ts';

/** The result of adopting a folder. */
export interface Adopted {
  /** Name of the node. */
  node: string;
  /** Files that could not be loaded or verified. */
  failed: string[];
  /** Files that are not loaded by design: copies of damaged records, and creative files. */
  notTaken: string[];
}

/**
 * Loads everything that a node that is gone has left in the data folder of `config`, under its name, into the shared
 * servers. Rejects with SettingsConflict if the folder belongs to another installation, and when `stop` fires.
 */
export async function adoptFolder(
  config: Config,
  clickhouseUrl: string,
  { log, stop }: { log: EventLog; stop: AbortSignal },
): Promise<Adopted> {
  const { spoolRoot, stateDir } = loaderFolders(config);
  const opened = await openNodeLoader(config, clickhouseUrl, { log });
  const stopped = new Promise<never>((_, reject) => {
    const fail = () => reject(stop.reason as Error);
    if (stop.aborted) fail();
    stop.addEventListener('abort', fail, { once: true });
  });
  stopped.catch(() => undefined);
  try {
    await Promise.race([opened.loader.drain(), stopped]);
  } finally {
    await opened.close();
  }
  const left = listSpools(spoolRoot);
  return {
    node: opened.node,
    failed: [
      ...filesIn(join(stateDir, rejectedDir)),
      ...filesIn(join(stateDir, unverifiedDir)),
      ...left.sealed.map(({ path }) => path),
      ...left.later,
    ],
    notTaken: [
      ...filesIn(join(stateDir, damagedDir)),
      ...filesIn(stateDir).filter((path) => basename(path).startsWith('quarantine')),
      ...filesIn(join(config.DATA_DIR, 'media')),
      ...filesIn(join(config.DATA_DIR, 'uploads')),
    ],
  };
}

function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
}
