import type { SystemBackup, SystemState } from '#api/system/systemContract.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { StatTile } from '../../ui/StatTile.tsx';
import { ageText } from './ageText.ts';

/** Ad serving, disk, backup and version at a glance. */
export function SystemTiles({ state: { at, serving, disk, backup, version } }: { state: SystemState }) {
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatTile label="Ad serving processes" value={formatCount(serving.count)}>
        <p className="text-xs text-muted">{servingNote(serving)}</p>
      </StatTile>
      <StatTile label="Disk" value={`${Math.floor((disk.freeBytes / disk.totalBytes) * 100)}% free`}>
        <p className="tnum text-xs text-muted">
          {formatBytes(disk.freeBytes)} of {formatBytes(disk.totalBytes)}, DATA_DIR of this API
        </p>
      </StatTile>
      <StatTile label="Last backup" value={backupAge(backup, at)}>
        <p className="tnum break-words text-xs text-muted">{backupNote(backup)}</p>
      </StatTile>
      <StatTile label="Version" value={version}>
        <p className="text-xs text-muted">Of this API</p>
      </StatTile>
    </div>
  );
}

function backupAge({ completeAt }: SystemBackup, at: string): string {
  return completeAt === null ? 'None' : `${ageText(Date.parse(at) - Date.parse(completeAt))} ago`;
}

function backupNote({ isScheduled, isRunning, error, bytes, tookMs }: SystemBackup): string {
  if (isRunning) return 'One is in progress';
  if (error !== null) return `The latest failed: ${error}`;
  const schedule = isScheduled ? '' : 'Not scheduled';
  const made = bytes === null ? '' : `${formatBytes(bytes)} in ${ageText(tookMs ?? 0)}`;
  return [made, schedule].filter((part) => part !== '').join(', ');
}

function servingNote({ count, stalled, version, oldestVersion }: SystemState['serving']): string {
  if (count === 0 || oldestVersion === null) return 'None is connected to this API';
  if (stalled > 0) return `${formatCount(stalled)} without changes for 30 s`;
  const behind = version - oldestVersion;
  return behind > 0 ? `Up to ${formatCount(behind)} changes behind` : 'All have the latest configuration';
}
