import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in DATA_DIR from the end of a restore to the next start of the management API. */
const markName = 'restored';

/** Notes that a backup was restored. Its name goes to the security log at the next start: until then, nothing differs from it. */
export function noteRestored(dataDir: string, backup: string): void {
  writeFileSync(join(dataDir, markName), backup, { mode: 0o600, flush: true });
}

/** Calls `record` with the backup that was restored since the last start, if there is one. */
export async function takeRestored(dataDir: string, record: (backup: string) => Promise<void>): Promise<void> {
  const path = join(dataDir, markName);
  if (!existsSync(path)) return;
  await record(readFileSync(path, 'utf8'));
  rmSync(path);
}
