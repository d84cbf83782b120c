import type { GaugeReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { backupDueSince, latestComplete } from '#storage/backup/backupDue.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';

/** Reads when the last backup was complete, its size and duration, and for how long one has been due. */
export async function readBackupGauges(runs: Pick<BackupRuns, 'history'>, now: number): Promise<GaugeReading[]> {
  const history = await runs.history();
  const latest = latestComplete(history);
  const dueSince = backupDueSince(history, now);
  const readings: GaugeReading[] = [];
  if (latest) {
    readings.push(
      [metricCatalog.lastBackup, [latest.startedAt / 1000]],
      [metricCatalog.backupBytes, [latest.bytes ?? 0]],
      [metricCatalog.backupDuration, [((latest.endedAt ?? latest.startedAt) - latest.startedAt) / 1000]],
    );
  }
  if (dueSince !== undefined) {
    readings.push([metricCatalog.backupOverdue, [dueSince === null ? 0 : (now - dueSince) / 1000]]);
  }
  return readings;
}
