import { paceOf, type Pace, type PaceMeasurement } from '#engine/delivery/paceOf.ts';

/**
 * The pacing of tags, with the traffic estimates so far. Several processes may pace the same tags: after a change by
 * another one, the tag is measured once more before the next change.
 */
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
  const known = new Map<number, { pace: Pace; percent: number }>();
  return {
    measure(id, current, measurement) {
      const before = known.get(id);
      const pace = paceOf({ ...measurement, share: current / 100 }, before?.pace ?? null);
      const isOthers = before !== undefined && before.percent !== current;
      const percent = isOthers ? current : percentOf(pace, current);
      if (pace.trafficEstimates.size === 0) known.delete(id);
      else known.set(id, { pace, percent });
      return percent;
    },
    prune(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
}

/** The pace in percent; `current` while the difference is insignificant. */
function percentOf({ share }: Pace, current: number): number {
  const percent = Math.round(share * 10_000) / 100;
  const isEnd = percent === 0 || percent === 100;
  return isEnd || Math.abs(percent - current) > minRelativeChange * current ? percent : current;
}
