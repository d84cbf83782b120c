import { paceOf, type Pace, type PaceMeasurement } from '#engine/delivery/paceOf.ts';

/** Remembers what was learned of the traffic of paced tags. */
export interface Paces {
  /** The pace that a tag shall have now, in percent with two decimals: `current` while the difference is none to speak of. */
  measure(id: number, current: number, measurement: Omit<PaceMeasurement, 'share'>): number;
  /** Forgets all tags but these. */
  retainOnly(ids: ReadonlySet<number>): void;
}

/** A change by less of itself is not told: it costs every server a new plan of the tag's channels. */
const minRelativeChange = 0.25;

/** No tag is known yet. */
export function createPaces(): Paces {
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
    retainOnly(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
}
