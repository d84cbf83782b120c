import { timeOfBackup } from './manifest.ts';
import type { BackupHistory, BackupSchedule } from './backupRuns.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The last time at or before `now` at which it was the hour, in ms. */
export function lastScheduled(hour: number, now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return today <= now ? today : today - dayMs;
}

/** Whether a time is of a clock that was wrong: it is more than an hour ahead. */
export function isFuture(time: number, now: number): boolean {
  return time > now + hourMs;
}

/**
 * Since when a scheduled backup is due that has not been made, in ms: the earliest of all schedules. Null if none is due;
 * undefined if there is no schedule.
 */
export function backupDueSince({ schedules, complete }: BackupHistory, now: number): number | null | undefined {
  if (schedules.length === 0) return undefined;
  const due = schedules.map((schedule) => nextDue(schedule, complete, now)).filter((at) => at <= now);
  return due.length === 0 ? null : Math.min(...due);
}

/** The last complete backup, of any place. */
export function latestComplete({
  complete,
}: Pick<BackupHistory, 'complete'>): BackupHistory['complete'][number] | undefined {
  return complete.toSorted((one, other) => other.startedAt - one.startedAt)[0];
}

/** When the backup after the last complete one of a place is due. The first one is due at once. */
function nextDue({ place, hour, since }: BackupSchedule, complete: BackupHistory['complete'], now: number): number {
  const made = complete.find((each) => each.place === place);
  if (!made) return since;
  const cutAt = made.name === null ? made.startedAt : timeOfBackup(made.name);
  return isFuture(cutAt, now) ? since : lastScheduled(hour, cutAt) + dayMs;
}
