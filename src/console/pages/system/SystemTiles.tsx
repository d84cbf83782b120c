import type { SystemState } from '#api/system/systemContract.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { StatTile } from '../../ui/StatTile.tsx';

/** Ad serving, disk and version at a glance. */
export function SystemTiles({ state: { serving, disk, version } }: { state: SystemState }) {
  return (
    <div className="grid grid-cols-3 gap-4">
      <StatTile label="Ad serving processes" value={formatCount(serving.count)}>
        <p className="text-xs text-muted">{servingNote(serving)}</p>
      </StatTile>
      <StatTile label="Disk" value={`${Math.floor((disk.freeBytes / disk.totalBytes) * 100)}% free`}>
        <p className="tnum text-xs text-muted">
          {formatBytes(disk.freeBytes)} of {formatBytes(disk.totalBytes)}, DATA_DIR of this API
        </p>
      </StatTile>
      <StatTile label="Version" value={version}>
        <p className="text-xs text-muted">Of this API</p>
      </StatTile>
    </div>
  );
}

function servingNote({ count, stalled, version, oldestVersion }: SystemState['serving']): string {
  if (count === 0 || oldestVersion === null) return 'None is connected to this API';
  if (stalled > 0) return `${formatCount(stalled)} without changes for 30 s`;
  const behind = version - oldestVersion;
  return behind > 0 ? `Up to ${formatCount(behind)} changes behind` : 'All have the latest configuration';
}
