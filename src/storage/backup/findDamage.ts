import type { BackupTarget } from './backupTarget.ts';
import { filesOfManifest, listBackups, readManifest, type Manifest } from './manifest.ts';

/** The sizes of all contents in a target, by name. */
export async function sizesOf(target: BackupTarget): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const folder of ['objects', 'media'] as const) {
    for await (const { name, bytes } of target.list(folder)) sizes.set(name, bytes);
  }
  return sizes;
}

/** Names of the contents of a backup that are missing or have another size. Nothing is read. */
export function findDamage(manifest: Manifest, sizes: ReadonlyMap<string, number>): string[] {
  return [...filesOfManifest(manifest)].flatMap(([name, { bytes }]) => (sizes.get(name) === bytes ? [] : [name]));
}

/** Names of the backups of a target whose manifest cannot be read, or that lack contents by the sizes of those it has. */
export async function findDamagedBackups(target: BackupTarget, sizes: ReadonlyMap<string, number>): Promise<string[]> {
  const damaged: string[] = [];
  for (const { name } of await listBackups(target)) {
    const manifest = await readManifest(target, name).catch(() => null);
    if (!manifest || findDamage(manifest, sizes).length > 0) damaged.push(name);
  }
  return damaged;
}
