/** Objects whose calls per second are limited; `testTrace`: traces of an account's test requests. */
export type LimitedKind = 'tag' | 'adexchange' | 'channel' | 'supplier' | 'testTrace';

/** Limits calls to so many per second, each serving process for its part. */
export interface RateLimiter {
  /** Whether one more call may be made now; if so, it is counted. Null = no limit. */
  take(kind: LimitedKind, id: number, perSecond: number | null): boolean;
}

/** How many seconds' worth of calls may come at once after a pause; at least one call may. */
const burstS = 0.25;

/**
 * A limiter of token buckets. `now`: monotonic milliseconds; `processes`: how many serving processes there are, each of
 * which takes an equal part of a limit.
 */
export function createRateLimiter({ now, processes }: { now: () => number; processes: () => number }): RateLimiter {
  // Two numbers for each bucket, in one array that a call changes in place: what may be taken, and when that was true.
  let numbers = new Float64Array(64);
  let used = 0;
  const places: Record<LimitedKind, Map<number, number>> = {
    tag: new Map(),
    adexchange: new Map(),
    channel: new Map(),
    supplier: new Map(),
    testTrace: new Map(),
  };

  const open = (kind: LimitedKind, id: number, burst: number): number => {
    if (used === numbers.length) {
      const larger = new Float64Array(used * 2);
      larger.set(numbers);
      numbers = larger;
    }
    const place = used;
    used += 2;
    numbers[place] = burst;
    numbers[place + 1] = now();
    places[kind].set(id, place);
    return place;
  };

  return {
    take(kind, id, perSecond) {
      if (perSecond === null) return true;
      const own = perSecond / Math.max(1, processes());
      const burst = Math.max(1, own * burstS);
      const place = places[kind].get(id) ?? open(kind, id, burst);
      const at = now();
      const passedS = (at - (numbers[place + 1] ?? at)) / 1000;
      const left = Math.min(burst, (numbers[place] ?? 0) + passedS * own);
      numbers[place + 1] = at;
      numbers[place] = left >= 1 ? left - 1 : left;
      return left >= 1;
    },
  };
}
