import type { Counted } from './readCounted.ts';
import type { TrafficLog } from './trafficLog.ts';

/** Differences between the traffic of viewers and what is counted of it; all lists are empty where counting is right. */
export interface TrafficDifferences {
  /** Acknowledged hits and ads that are not counted. */
  lost: string[];
  /** Hits and requests that are counted more than once. */
  duplicated: string[];
  /** Counted hits that nobody sent. */
  unsent: string[];
}

/** Compares them. Hits without an answer may be counted or not. */
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
