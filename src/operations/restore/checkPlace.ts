import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { filesOfManifest, readManifest } from '#storage/backup/manifest.ts';
import { findAltered } from './checkContents.ts';

/**
 * Reads all contents of backups, each once, and prints for each backup whether it can be restored as a whole. Changes
 * nothing. Returns 1 if one cannot.
 */
export async function checkPlace(
  target: BackupTarget,
  backups: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const altered = new Map<string, boolean>();
  let code = 0;
  for (const backup of backups) {
    const manifest = await readManifest(target, backup).catch((error: Error) => error.message);
    if (typeof manifest === 'string') {
      print(`${backup}  ${manifest}`);
      code = 1;
      continue;
    }
    const names = [...filesOfManifest(manifest).keys()];
    const unread = names.filter((name) => !altered.has(name));
    const found = new Set(await findAltered(target, unread));
    for (const name of unread) altered.set(name, found.has(name));
    const bad = names.filter((name) => altered.get(name));
    if (bad.length === 0) print(`${backup}  all ${names.length} contents verified`);
    else print(`${backup}  DAMAGED: contents are missing, cut off or altered (${bad.length}), such as ${bad[0]}`);
    if (bad.length > 0) code = 1;
  }
  return code;
}
