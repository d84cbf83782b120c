import type { LossSummary } from '#api/forecast/forecastContract.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { ReasonText } from '../../reasons/ReasonText.tsx';
import { cx } from '../../ui/cx.ts';

/** Reasons for lost requests: share of all, count in the sample, and a link to the setting that would change it. */
export function LossList({
  label,
  losses,
  areUnderSteps = false,
}: {
  label: string;
  losses: readonly LossSummary[];
  /** Whether they stand in the columns of the funnel's steps. */
  areUnderSteps?: boolean;
}) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1 text-sm">
      {losses.map((loss) => (
        <li
          key={`${loss.stage} ${loss.reason} ${loss.place?.id ?? ''}`}
          className={cx(
            'grid items-baseline gap-3',
            areUnderSteps ? 'grid-cols-[12rem_4rem_4rem_1fr]' : 'grid-cols-[4rem_4rem_1fr]',
          )}
        >
          {areUnderSteps ? <span /> : null}
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
