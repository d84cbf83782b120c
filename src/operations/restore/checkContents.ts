import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { filesOfManifest, type Manifest } from '#storage/backup/manifest.ts';
import { isIntact } from '#storage/backup/verifyContents.ts';

/** Reads everything that a backup needs. Throws an Error that names the first files that are missing or altered. */
export async function checkContents(target: BackupTarget, manifest: Manifest): Promise<void> {
  const faults = await findAltered(target, filesOfManifest(manifest).keys());
  if (faults.length === 0) return;
  const lines = faults.slice(0, maxNamed).map((name) => `  ${name} is missing, or is cut off or was altered`);
  if (faults.length > maxNamed) lines.push(`  and ${faults.length - maxNamed} more`);
  throw new Error(`The backup cannot be restored; nothing was written:\n${lines.join('\n')}`);
}

/** Names of the contents that are missing, or are not what their names say. Reads all of them. */
export async function findAltered(target: BackupTarget, names: Iterable<string>): Promise<string[]> {
  const altered: string[] = [];
  for (const name of names) if (!(await isIntact(target, name))) altered.push(name);
  return altered;
}

const maxNamed = 10;
