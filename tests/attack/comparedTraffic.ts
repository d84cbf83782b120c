import type { Counted } from './readCounted.ts';
import type { TrafficLog } from './trafficLog.ts';

/** Differences between the traffic of viewers and what is counted of it; all lists are empty where counting is right. */
export interface ComparedTraffic {
  /** Acknowledged hits and ads that are not counted. */
  lost: string[];
  /** Hits and requests that are counted more than once. */
  doubled: string[];
  /** Counted hits that nobody sent. */
  invented: string[];
}

/** Compares them. Hits without an answer may be counted or not. */
export function comparedTraffic({ serves, hits }: Counted, log: TrafficLog): ComparedTraffic {
  return {
    lost: [
      ...[...log.acknowledged].filter((name) => !hits.has(name)),
      ...[...log.ads].filter((serveId) => !serves.has(serveId)),
    ],
    doubled: [...hits, ...serves].flatMap(([name, times]) => (times > 1 ? [name] : [])),
    invented: [...hits.keys()].filter((name) => !log.acknowledged.has(name) && !log.unanswered.has(name)),
  };
}
