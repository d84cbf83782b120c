import { timeOfBackup, toleratedMs } from './manifest.ts';
import type { BackupHistory, BackupRun, BackupSchedule } from './backupRuns.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Since when a scheduled backup is due that has not been made, in ms: the earliest of all schedules, or of those of
 * `place`. Null if none is due; undefined if there is no schedule.
 */
export function backupDueSince(
  { schedules, complete }: Pick<BackupHistory, 'schedules' | 'complete'>,
  now: number,
  place?: string,
): number | null | undefined {
  const asked = schedules.filter((schedule) => place === undefined || schedule.place === place);
  if (asked.length === 0) return undefined;
  const due = asked.map((schedule) => nextDue(schedule, complete, now)).filter((at) => at <= now);
  return due.length === 0 ? null : Math.min(...due);
}

/** The latest of backups of the places that have a schedule; of any place if none has. */
export function latestRun(runs: readonly BackupRun[], schedules: readonly BackupSchedule[]): BackupRun | undefined {
  const isScheduled = ({ place }: BackupRun) => schedules.some((schedule) => schedule.place === place);
  return runs
    .filter((run) => schedules.length === 0 || isScheduled(run))
    .toSorted((one, other) => other.startedAt - one.startedAt)[0];
}

/** When the backup after the last complete one of a place is due. The first one is due at once. */
function nextDue({ place, hour, since }: BackupSchedule, complete: BackupHistory['complete'], now: number): number {
  const made = complete.find((each) => each.place === place);
  if (!made) return since;
  const cutAt = made.name === null ? made.startedAt : timeOfBackup(made.name);
  // The clock was wrong.
  if (cutAt > now + toleratedMs) return since;
  const today = Math.floor(cutAt / dayMs) * dayMs + hour * hourMs;
  return today <= cutAt ? today + dayMs : today;
}
