import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { filesOfManifest, listBackups, manifestName, readManifest } from '#storage/backup/manifest.ts';

const dayMs = 86_400_000;

/**
 * Removes all but the newest backups, and then the contents that no backup needs. Contents of the last day stay: another
 * backup may be in progress. Returns the number of removed backups. Throws, and removes no contents, when a manifest
 * cannot be read.
 */
export async function pruneBackups(target: BackupTarget, count: number, now: number): Promise<number> {
  const backups = await listBackups(target);
  const removed = backups.slice(0, Math.max(0, backups.length - count));
  if (removed.length === 0) return 0;
  for (const { name } of removed) await target.remove(manifestName(name));
  const needed = new Set<string>();
  for (const { name } of backups.slice(removed.length)) {
    for (const file of filesOfManifest(await readManifest(target, name)).keys()) needed.add(file);
  }
  for (const folder of ['objects', 'media'] as const) {
    for await (const { name, putAt } of target.list(folder)) {
      if (!needed.has(name) && putAt < now - dayMs) await target.remove(name);
    }
  }
  return removed.length;
}
