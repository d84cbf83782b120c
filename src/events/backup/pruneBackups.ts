import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { findDamage, sizesOf } from '#storage/backup/findDamage.ts';
import { filesOfManifest, listBackups, manifestName, readManifest, type Manifest } from '#storage/backup/manifest.ts';

const dayMs = 86_400_000;

/**
 * Removes all but the newest backups, and then the contents that no backup needs. If none of the newest has all its
 * contents, the newest one that does remains too. Contents of the last day stay: another backup may be in progress. Returns
 * the number of removed backups. Throws, before anything is removed, when a manifest that has to remain cannot be read.
 */
export async function pruneBackups(target: BackupTarget, count: number, now: number): Promise<number> {
  const backups = await listBackups(target);
  const surplus = backups.slice(0, Math.max(0, backups.length - count));
  if (surplus.length === 0) return 0;
  const remaining: Manifest[] = [];
  for (const { name } of backups.slice(surplus.length)) {
    remaining.push(
      await readManifest(target, name).catch((error: Error) => {
        throw new Error(`No old backup was deleted: ${error.message} Delete ${manifestName(name)} if it is of no use.`);
      }),
    );
  }
  const sizes = await sizesOf(target);
  const removed = surplus.map(({ name }) => name);
  if (remaining.every((manifest) => findDamage(manifest, sizes).length > 0)) {
    for (const name of removed.toReversed()) {
      const manifest = await readManifest(target, name).catch(() => null);
      if (!manifest || findDamage(manifest, sizes).length > 0) continue;
      remaining.push(manifest);
      removed.splice(removed.indexOf(name), 1);
      break;
    }
  }
  for (const name of removed) await target.remove(manifestName(name));
  if (removed.length === 0) return 0;
  const needed = new Set(remaining.flatMap((manifest) => [...filesOfManifest(manifest).keys()]));
  for (const folder of ['objects', 'media'] as const) {
    for await (const { name, putAt } of target.list(folder)) {
      if (!needed.has(name) && putAt < now - dayMs) await target.remove(name);
    }
  }
  return removed.length;
}
