import type { ReachLoss } from '#api/reach/reachContract.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { ReasonText } from '../../reasons/ReasonText.tsx';

/** Reasons for lost requests: count in the sample, share of all, and a link to the setting that would change it. */
export function ReachLosses({ label, losses }: { label: string; losses: readonly ReachLoss[] }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1 text-sm">
      {losses.map((loss) => (
        <li
          key={`${loss.stage} ${loss.reason} ${loss.place?.id ?? ''}`}
          className="grid grid-cols-[3.5rem_4rem_1fr] items-baseline gap-3"
        >
          <span className="tnum text-right text-muted">{formatShare(loss.share)}</span>
          <span className="tnum text-right text-xs text-muted" title="Requests in the sample">
            {formatCount(loss.traces)}
          </span>
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            {loss.place ? <span className="text-muted">{loss.place.name ?? `#${loss.place.id}`}:</span> : null}
            <ReasonText reason={loss} />
          </span>
        </li>
      ))}
    </ul>
  );
}
