import type { BackupTarget } from '#storage/backup/backupTarget.ts';
import { listBackups, timeOfBackup } from '#storage/backup/manifest.ts';
import type { BackupReport } from './createBackup.ts';
import { pruneBackups } from './pruneBackups.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The schedule of backups, and the way to make one. */
export interface DueBackup {
  target: BackupTarget;
  /** Hour of the day, UTC. */
  hour: number;
  /** Number of backups that remain. */
  count: number;
  now: number;
  make: () => Promise<BackupReport>;
}

/** The result of a scheduled backup. */
export interface DueReport extends BackupReport {
  /** Number of older backups that were deleted. */
  removed: number;
}

/**
 * Makes the backup of the last scheduled time and deletes older ones, unless the target has one since then: another node
 * may have made it. Returns null then.
 */
export async function makeDueBackup({ target, hour, count, now, make }: DueBackup): Promise<DueReport | null> {
  const newest = (await listBackups(target)).at(-1);
  if (newest && timeOfBackup(newest.name) >= lastScheduled(hour, now)) return null;
  const report = await make();
  return { ...report, removed: await pruneBackups(target, count, now) };
}

/** The last time at or before `now` at which it was the hour, in ms. */
function lastScheduled(hour: number, now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return today <= now ? today : today - dayMs;
}
