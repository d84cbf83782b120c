import { backupDueSince, latestRun } from '#storage/backup/backupDue.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';
import type { SystemBackup } from './systemContract.ts';

const timeOf = (ms: number) => new Date(ms).toISOString();

/** Reads the last backups and whether one is due. */
export async function readBackup(backups: Pick<BackupRuns, 'history'>, now: Date): Promise<SystemBackup> {
  const history = await backups.history();
  const { schedules } = history;
  const last = latestRun(history.last, schedules);
  const failing = latestRun(history.failing, schedules);
  const dueSince = backupDueSince(history, now.getTime());
  const complete = latestRun(history.complete, schedules);
  return {
    isScheduled: dueSince !== undefined,
    dueSince: dueSince === undefined || dueSince === null ? null : timeOf(dueSince),
    completeAt: complete ? timeOf(complete.startedAt) : null,
    bytes: complete?.bytes ?? null,
    tookMs: complete?.endedAt ? Math.round(complete.endedAt - complete.startedAt) : null,
    isRunning: last?.outcome === 'running',
    // One that runs now has no error yet.
    error: failing ? ((last?.outcome === 'running' ? failing : last)?.error ?? 'It was interrupted') : null,
    failingSince: failing ? timeOf(failing.startedAt) : null,
    damaged: complete?.damaged ?? [],
  };
}
