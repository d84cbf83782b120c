import type { GaugeReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { backupDueSince, latestRun } from '#storage/backup/backupDue.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';

/**
 * Reads when the last complete backup began, its size and duration, how many it found damaged, and for how long one has
 * been due.
 */
export async function readBackupGauges(runs: Pick<BackupRuns, 'history'>, now: number): Promise<GaugeReading[]> {
  const history = await runs.history();
  const latest = latestRun(history.complete, history.schedules);
  const dueSince = backupDueSince(history, now);
  const readings: GaugeReading[] = [];
  if (latest) {
    readings.push(
      [metricCatalog.lastBackup, [latest.startedAt / 1000]],
      [metricCatalog.backupBytes, [latest.bytes ?? 0]],
      [metricCatalog.backupDuration, [((latest.endedAt ?? latest.startedAt) - latest.startedAt) / 1000]],
      [metricCatalog.backupsDamaged, [latest.damaged.length]],
    );
  }
  if (dueSince !== undefined) {
    readings.push([metricCatalog.backupOverdue, [dueSince === null ? 0 : (now - dueSince) / 1000]]);
  }
  return readings;
}
