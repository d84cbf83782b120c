import { ScanSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VastProbe } from '#api/media/mediaContract.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { messageOf } from '../lib/problems.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useProbe } from './useMedia.ts';

/** Unwraps a creative's VAST on request and shows what it found. */
export function VastProbeView({ row, isReadOnly }: { row: EntityRow; isReadOnly: boolean }) {
  const probe = useProbe(row.id);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        This creative has no files of its own: its VAST names them. Check what the VAST returns before you approve it.
      </p>
      {isReadOnly ? null : (
        <div>
          <Button icon={<ScanSearch />} loading={probe.isPending} onClick={() => probe.mutate()}>
            Check the VAST
          </Button>
        </div>
      )}
      {probe.error ? (
        <Banner tone="bad" title="The VAST could not be checked.">
          {messageOf(probe.error)}
        </Banner>
      ) : null}
      {probe.data ? <Findings probe={probe.data} /> : null}
    </div>
  );
}

function Findings({ probe }: { probe: VastProbe }) {
  const { errorCode, isOverlay, depth, durationS, adSystem, clickUrl, isSecure, media, faults } = probe;
  return (
    <div className="flex flex-col gap-3" role="status">
      {errorCode === null ? (
        <Banner
          tone={isSecure && faults.length === 0 ? 'good' : 'warn'}
          title={isOverlay ? 'The VAST returns an overlay.' : 'The VAST returns an ad.'}
        >
          {isSecure ? 'Everything loads over HTTPS.' : 'Some of it loads over plain HTTP, which secure players block.'}
        </Banner>
      ) : (
        <Banner tone="bad" title="The VAST returns no ad.">{`Players would report error ${errorCode}.`}</Banner>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        <Fact name="Wrappers">{depth}</Fact>
        <Fact name="Served by">{adSystem}</Fact>
        <Fact name="Duration">{durationS === null ? '' : `${durationS} s`}</Fact>
        <Fact name="Landing page">{clickUrl}</Fact>
      </dl>
      {media.length > 0 ? (
        <ul aria-label="Media" className="flex flex-col gap-1 text-sm">
          {media.map(({ url, type, width, height, isReachable }) => (
            <li key={url} className="flex min-w-0 gap-3">
              <span className="shrink-0">
                {type} {width} × {height}
              </span>
              <span className="min-w-0 truncate text-muted" title={url}>
                {url}
              </span>
              {isReachable === false ? <span className="ml-auto shrink-0 text-bad">not reachable</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {faults.length > 0 ? (
        <ul aria-label="Problems" className="flex list-disc flex-col gap-1 pl-4 text-sm text-bad">
          {faults.map(({ message, subject }, index) => (
            <li key={index}>
              {message}
              {subject === undefined ? null : <span className="text-muted"> {subject}</span>}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </>
  );
}
