import type { TestedMedia } from '#api/vastTester/vastTesterContract.ts';
import { Pill } from '../../ui/Pill.tsx';
import { sizeOf } from './testFormat.ts';

/** The media files of an ad, and whether each is available. */
export function MediaList({ media }: { media: readonly TestedMedia[] }) {
  return (
    <ul className="divide-y">
      {media.map((file, index) => (
        <li key={index} className="flex flex-col gap-1 px-4 py-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{file.type || 'No type'}</span>
            {file.codec === null ? null : <span className="text-muted">{file.codec}</span>}
            <span className="tnum">
              {file.width} × {file.height}
            </span>
            {file.bitrate === null ? null : <span className="tnum text-muted">{file.bitrate} kbit/s</span>}
            <span className="text-muted">{file.delivery || 'no delivery'}</span>
            {file.bytes === null ? null : <span className="tnum text-muted">{sizeOf(file.bytes)}</span>}
            {file.isScript ? <Pill tone="warn">VPAID</Pill> : null}
            <span className="ml-auto">
              <Reach file={file} />
            </span>
          </p>
          <p className="font-mono text-2xs break-all text-muted">{file.url}</p>
        </li>
      ))}
    </ul>
  );
}

function Reach({ file: { isReachable, status } }: { file: TestedMedia }) {
  if (isReachable === null) return <Pill>Not checked</Pill>;
  if (isReachable) return <Pill tone="good">Reachable</Pill>;
  return <Pill tone="bad">{status === null ? 'Not reachable' : `HTTP ${status}`}</Pill>;
}
