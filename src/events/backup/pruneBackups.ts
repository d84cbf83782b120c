import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { findDamage, sizesOf } from '#storage/backup/findDamage.ts';
import {
  filesOfManifest,
  isAhead,
  listBackups,
  manifestName,
  readManifest,
  UnusableBackup,
  type Manifest,
} from '#storage/backup/manifest.ts';

const dayMs = 86_400_000;

/** Which backups remain. */
export interface Retention {
  /** The number of the newest that remain. */
  count: number;
  now: number;
  /** ID of the installation whose backups are removed, or those without an ID. Others remain, as do backups of the future. */
  installation: string;
}

/**
 * Removes all but the newest backups, and then the contents that no backup needs. If none of the newest has all its
 * contents, the newest one that does remains too. Contents of the last day stay: another backup may be in progress. Returns
 * the number of removed backups. Throws, before anything is removed, when a manifest that has to remain cannot be read.
 */
export async function pruneBackups(target: BackupTarget, { count, now, installation }: Retention): Promise<number> {
  const names = (await listBackups(target)).map(({ name }) => name);
  const manifests = new Map<string, Manifest | UnusableBackup>();
  for (const name of names) manifests.set(name, await readManifest(target, name).catch(passUnusable));
  const isOwn = (name: string) => {
    const manifest = manifests.get(name);
    const owner = manifest instanceof UnusableBackup ? undefined : manifest?.installation;
    return (owner === undefined || owner === installation) && !isAhead(name, now);
  };
  const own = names.filter(isOwn);
  const surplus = own.slice(0, Math.max(0, own.length - count));
  if (surplus.length === 0) return 0;
  const remaining: Manifest[] = [];
  for (const name of names.filter((each) => !surplus.includes(each))) {
    const manifest = manifests.get(name);
    if (manifest instanceof UnusableBackup)
      throw new Error(
        `No old backup was deleted: ${manifest.message} Delete ${manifestName(name)} if it is of no use.`,
      );
    if (manifest) remaining.push(manifest);
  }
  const sizes = await sizesOf(target);
  const removed = [...surplus];
  if (remaining.every((manifest) => findDamage(manifest, sizes).length > 0)) {
    for (const name of removed.toReversed()) {
      const manifest = manifests.get(name);
      if (!manifest || manifest instanceof UnusableBackup || findDamage(manifest, sizes).length > 0) continue;
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

function passUnusable(error: unknown): UnusableBackup {
  if (error instanceof UnusableBackup) return error;
  throw error;
}
