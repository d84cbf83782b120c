import type { BackupTarget } from './backupTarget.ts';
import { listBackups, readManifest, UnusableBackup } from './manifest.ts';

/** The installations whose backups are in a place. */
export interface PlaceOwners {
  /** Names of backups by the ID of their installation, oldest first. */
  byInstallation: Map<string, string[]>;
  /** Names of backups that have no ID, because an earlier version made them, or that cannot be read. */
  unknown: string[];
}

/** Reads whose backups are in a target. Rejects when a manifest cannot be read at the moment. */
export async function readOwners(target: BackupTarget): Promise<PlaceOwners> {
  const byInstallation: PlaceOwners['byInstallation'] = new Map();
  const unknown: string[] = [];
  for (const { name } of await listBackups(target)) {
    const manifest = await readManifest(target, name).catch(nullIfUnusable);
    const id = manifest?.installation;
    if (id === undefined) unknown.push(name);
    else byInstallation.set(id, [...(byInstallation.get(id) ?? []), name]);
  }
  return { byInstallation, unknown };
}

/** A line for each installation other than `own`, with its newest backup. */
export function describeOthers({ byInstallation }: PlaceOwners, own?: string): string[] {
  return [...byInstallation]
    .filter(([id]) => id !== own)
    .map(
      ([id, names]) =>
        `installation ${id}: ${names.length === 1 ? '1 backup' : `${names.length} backups, the newest is`} ${names.at(-1)}`,
    );
}

/**
 * Throws an Error if a place has a backup of another installation. Backups without an ID count as those of the installation
 * that asks. `place`: its name without keys.
 */
export async function checkOwner(target: BackupTarget, place: string, installation: string): Promise<void> {
  const others = describeOthers(await readOwners(target), installation);
  if (others.length === 0) return;
  throw new Error(
    `${place} has backups of another installation (${others.join('; ')}). Each needs a place of its own: set BACKUP_TO to another folder or prefix.`,
  );
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof UnusableBackup) return null;
  throw error;
}
