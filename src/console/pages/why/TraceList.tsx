import type { WhyTraceLine } from '#api/why/whyContract.ts';
import { integrationLabels } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { wallClock } from '../../lib/offsetTime.ts';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/Pill.tsx';
import { exactWinnersText, winnersText } from './whyText.ts';

/** The latest traces, each of which opens. */
export function TraceList({
  rows,
  open,
  onOpen,
}: {
  rows: readonly WhyTraceLine[];
  open: string | undefined;
  onOpen: (serveId: string) => void;
}) {
  const { timezone } = useUser();
  return (
    <ul aria-label="Requests" className="divide-y">
      {rows.map(({ serveId, at, integration, channel, supplier, reason, winners, isWatched, isTest, tookMs }) => (
        <li key={serveId}>
          <button
            type="button"
            aria-pressed={serveId === open}
            onClick={() => onOpen(serveId)}
            className={cx(
              'grid w-full grid-cols-[5.5rem_5.5rem_9rem_1fr_4.5rem] items-center gap-3 px-4 py-1.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2',
              serveId === open && 'bg-pressed',
            )}
          >
            <time dateTime={at} title={formatDateTime(at, timezone)} className="tnum text-muted">
              {wallClock(Date.parse(at), timezone).slice(11)}
            </time>
            <span className="truncate text-xs text-muted">{integrationLabels[integration]}</span>
            <span className="truncate">{(supplier ?? channel).name ?? `#${(supplier ?? channel).id}`}</span>
            <span className="flex min-w-0 items-center gap-2">
              {winners.length > 0 ? (
                <>
                  <Pill tone="good">{winners.length === 1 ? 'Ad' : `${winners.length} ads`}</Pill>
                  <span className="truncate" title={exactWinnersText(winners)}>
                    {winnersText(winners)}
                  </span>
                </>
              ) : (
                <>
                  <Pill tone={reason ? 'warn' : 'good'}>{reason ? 'No ad' : 'Ad'}</Pill>
                  <span className="truncate">{reason?.text ?? ''}</span>
                </>
              )}
              {isTest ? <Pill tone="neutral">Test</Pill> : null}
              {isWatched ? <Pill tone="accent">Watched</Pill> : null}
            </span>
            <span className="tnum text-right text-xs text-muted">{tookMs === null ? '' : `${tookMs} ms`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
