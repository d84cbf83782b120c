import type { TestedAd } from '#api/vastTester/vastTesterContract.ts';
import { isTrackerOf, type PlayLog } from './playLog.ts';
import { countOf, momentOf } from './testFormat.ts';

/** The events of an ad as they occurred, each with its number of trackers. */
export function EventTimeline({ ad, log }: { ad: TestedAd; log: PlayLog }) {
  if (log.events.length === 0) {
    return <p className="border-t px-4 py-3 text-xs text-muted">Events appear here while the ad plays.</p>;
  }
  return (
    <ol aria-label="Events" aria-live="polite" className="max-h-72 overflow-y-auto border-t py-2" tabIndex={0}>
      {log.events.map((played, index) => {
        const trackers = ad.trackers.filter((tracker) => isTrackerOf(played, tracker)).length;
        return (
          <li key={index} className="flex items-baseline gap-3 px-4 py-0.5">
            <span className="tnum w-12 shrink-0 text-right text-xs text-muted">{momentOf(played.at)}</span>
            <span className="font-medium">
              {played.event}
              {played.offset === undefined ? null : ` ${played.offset}`}
              {played.errorCode === undefined ? null : ` ${played.errorCode}`}
            </span>
            <span className="ml-auto text-xs text-muted">
              {trackers === 0 ? 'no trackers' : countOf(trackers, 'tracker')}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
