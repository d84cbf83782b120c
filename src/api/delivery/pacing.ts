import { paceOf, type Pace, type PaceMeasurement } from '#engine/delivery/paceOf.ts';

/** The pacing of tags, with the traffic estimates so far. */
export interface Pacing {
  /**
   * The pace that a tag should have now, in percent with two decimals: `current` while the difference is insignificant.
   */
  measure(id: number, current: number, measurement: Omit<PaceMeasurement, 'share'>): number;
  /** Discards the paces of all other tags. */
  prune(ids: ReadonlySet<number>): void;
}

/** Minimum relative change that is published: each change makes every server rebuild the tag's channels. */
const minRelativeChange = 0.25;

/** Creates the pacing without any tag. */
export function createPacing(): Pacing {
  const known = new Map<number, Pace>();
  return {
    measure(id, current, measurement) {
      const pace = paceOf({ ...measurement, share: current / 100 }, known.get(id) ?? null);
      if (pace.trafficEstimates.size === 0) known.delete(id);
      else known.set(id, pace);
      const percent = Math.round(pace.share * 10_000) / 100;
      const isEnd = percent === 0 || percent === 100;
      if (percent === current) return current;
      return isEnd || Math.abs(percent - current) > minRelativeChange * current ? percent : current;
    },
    prune(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
}
