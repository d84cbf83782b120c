import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** File in DATA_DIR while a restore fills the folder. */
export const restoreMark = 'restoring';

/** Throws an Error when a restore into the folder was interrupted: what it has is no installation. */
export function checkRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, restoreMark))) return;
  throw new Error(`The restore into ${dataDir} was interrupted. Run it again, or empty the folder.`);
}
