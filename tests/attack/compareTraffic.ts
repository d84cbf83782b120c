import type { Counted } from './readCounted.ts';
import type { TrafficLog } from './trafficLog.ts';

/** Differences between the traffic of viewers and the counted traffic; all lists are empty if counting is correct. */
export interface TrafficDifferences {
  /** Acknowledged hits and ads that are not counted. */
  lost: string[];
  /** Hits and requests that are counted more than once. */
  duplicated: string[];
  /** Counted hits that were never sent, or only refused (503). */
  unsent: string[];
}

/** Compares sent and counted traffic. Hits without a response may or may not be counted. */
export function compareTraffic({ serves, hits }: Counted, log: TrafficLog): TrafficDifferences {
  return {
    lost: [
      ...[...log.acknowledged].filter((name) => !hits.has(name)),
      ...[...log.ads].filter((serveId) => !serves.has(serveId)),
    ],
    duplicated: [...hits, ...serves].flatMap(([name, times]) => (times > 1 ? [name] : [])),
    unsent: [...hits.keys()].filter((name) => !log.acknowledged.has(name) && !log.unanswered.has(name)),
  };
}
