import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '#runtime/log/describeError.ts';
import type { Config } from '../../config.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { adoptFolder } from './adoptFolder.ts';
import { nodeFolder, nodesFolder, restoredNodes } from './nodeFolder.ts';

/**
 * Loads what a restore has put into the data folder for other nodes, one after the other, and deletes the folders of those
 * of which everything is loaded. Never rejects: what fails is logged, and tried again at the next start.
 */
export async function adoptRestored(
  config: Config,
  clickhouseUrl: string,
  { log, stop }: { log: EventLog; stop: AbortSignal },
): Promise<void> {
  const folder = join(config.DATA_DIR, nodesFolder);
  for (const node of restoredNodes(config.DATA_DIR)) {
    const dataDir = nodeFolder(config.DATA_DIR, node);
    try {
      const { failed, notTaken } = await adoptFolder({ ...config, DATA_DIR: dataDir }, clickhouseUrl, { log, stop });
      if (failed.length > 0) log.error(`Restored files of ${node} could not be loaded: ${failed.join(', ')}`);
      else if (notTaken.length > 0) log.warn(`Restored files of ${node} are no records: ${notTaken.join(', ')}`);
      if (failed.length + notTaken.length > 0) continue;
      log.info(`Loaded what ${node} had not loaded at the backup`);
      await rm(dataDir, { recursive: true });
    } catch (error) {
      if (stop.aborted) return;
      log.error(`Restored files of ${node} could not be loaded: ${errorText(error)}`);
    }
  }
  // Only if it is empty.
  await rmdir(folder).catch(() => undefined);
}
