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
  let buckets = new Float64Array(64);
  let used = 0;
  const offsets: Record<LimitedKind, Map<number, number>> = {
    tag: new Map(),
    adexchange: new Map(),
    channel: new Map(),
    supplier: new Map(),
    testTrace: new Map(),
  };

  const open = (kind: LimitedKind, id: number, burst: number): number => {
    if (used === buckets.length) {
      const larger = new Float64Array(used * 2);
      larger.set(buckets);
      buckets = larger;
    }
    const offset = used;
    used += 2;
    buckets[offset] = burst;
    buckets[offset + 1] = now();
    offsets[kind].set(id, offset);
    return offset;
  };

  return {
    take(kind, id, perSecond) {
      if (perSecond === null) return true;
      const ownShare = perSecond / Math.max(1, processes());
      const burst = Math.max(1, ownShare * burstS);
      const offset = offsets[kind].get(id) ?? open(kind, id, burst);
      const at = now();
      const passedS = (at - (buckets[offset + 1] ?? at)) / 1000;
      const left = Math.min(burst, (buckets[offset] ?? 0) + passedS * ownShare);
      buckets[offset + 1] = at;
      buckets[offset] = left >= 1 ? left - 1 : left;
      return left >= 1;
    },
  };
}
