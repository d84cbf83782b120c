import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { isFuture, lastScheduled } from '#storage/backup/backupDue.ts';
import { listBackups, timeOfBackup } from '#storage/backup/manifest.ts';
import type { BackupReport } from './createBackup.ts';

/** The schedule of backups, and the way to make one. */
export interface DueBackup {
  target: BackupTarget;
  /** Hour of the day, UTC. */
  hour: number;
  now: number;
  make: () => Promise<BackupReport>;
}

/**
 * Makes the backup of the last scheduled time, unless the target has one since then: another node may have made it.
 * Returns null then.
 */
export async function makeDueBackup({ target, hour, now, make }: DueBackup): Promise<BackupReport | null> {
  const times = (await listBackups(target)).map(({ name }) => timeOfBackup(name));
  const newest = times.filter((time) => !isFuture(time, now)).at(-1);
  if (newest !== undefined && newest >= lastScheduled(hour, now)) return null;
  return make();
}
