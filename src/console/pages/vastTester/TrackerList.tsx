import type { FiredTracker, TestedAd } from '#api/vastTester/vastTesterContract.ts';
import { Pill } from '../../ui/Pill.tsx';
import { isTrackerOf, type PlayLog } from './playLog.ts';
import { momentOf, timeOf } from './testFormat.ts';

interface TrackerListProps {
  ad: TestedAd;
  log: PlayLog;
  /** Trackers that were requested, by index. */
  called: ReadonlyMap<number, FiredTracker>;
}

/** All trackers of an ad by event, with whether each has fired. */
export function TrackerList({ ad, log, called }: TrackerListProps) {
  if (ad.trackers.length === 0) return <p className="px-4 py-3 text-muted">The ad has no trackers.</p>;
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Trackers of the ad and of its wrappers</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="w-36 py-2 pl-4 text-left font-medium">
            Event
          </th>
          <th scope="col" className="w-14 text-left font-medium">
            Hop
          </th>
          <th scope="col" className="text-left font-medium">
            URL
          </th>
          <th scope="col" className="w-48 pr-4 text-right font-medium">
            State
          </th>
        </tr>
      </thead>
      <tbody>
        {ad.trackers.map((tracker, index) => (
          <tr key={index} className="border-t align-top">
            <th scope="row" className="truncate py-1.5 pl-4 text-left font-medium">
              {tracker.event}
              {tracker.offset === undefined ? null : <span className="font-normal text-muted"> {tracker.offset}</span>}
            </th>
            <td className="tnum py-1.5 text-muted">{tracker.hop + 1}</td>
            <td className="py-1.5 pr-3 font-mono text-2xs break-all text-muted">{tracker.url}</td>
            <td className="py-1.5 pr-4 text-right">
              <State at={log.events.findLast((event) => isTrackerOf(event, tracker))?.at} call={called.get(index)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ at, call }: { at: number | undefined; call: FiredTracker | undefined }) {
  if (at === undefined) return <Pill hollow>Not fired</Pill>;
  if (!call) return <Pill tone="good">Fired at {momentOf(at)}</Pill>;
  const isGood = call.failure === null;
  return (
    <Pill tone={isGood ? 'good' : 'bad'}>
      {isGood
        ? `Called: ${call.status}, ${timeOf(call.ms)}`
        : `Call failed${call.status === null ? '' : `: ${call.status}`}`}
    </Pill>
  );
}
