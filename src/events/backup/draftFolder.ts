import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of a data folder in which each backup in progress has a folder for its files. */
export const draftFolder = 'backup-draft';

/** Deletes what backups of an earlier run have left. */
export async function removeDrafts(dataDir: string): Promise<void> {
  await rm(join(dataDir, draftFolder), { recursive: true, force: true });
}
