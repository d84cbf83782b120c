import { backupDueSince, latestComplete } from '#storage/backup/backupDue.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';
import type { SystemBackup } from './systemContract.ts';

const timeOf = (ms: number) => new Date(ms).toISOString();

/** Reads the last backups and whether one is due. */
export async function readBackup(backups: Pick<BackupRuns, 'history'>, now: Date): Promise<SystemBackup> {
  const history = await backups.history();
  const { last } = history;
  const dueSince = backupDueSince(history, now.getTime());
  const complete = latestComplete(history);
  return {
    isScheduled: dueSince !== undefined,
    dueSince: dueSince === undefined || dueSince === null ? null : timeOf(dueSince),
    completeAt: complete ? timeOf(complete.startedAt) : null,
    bytes: complete?.bytes ?? null,
    tookMs: complete?.endedAt ? Math.round(complete.endedAt - complete.startedAt) : null,
    isRunning: last?.outcome === 'running',
    error: last?.error ?? null,
  };
}
