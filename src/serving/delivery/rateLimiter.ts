/**
 * Entities whose calls per second are limited. `testTrace`: traces of an account's test requests; `deletion`: data
 * deletion requests, all under ID 0; `deletionClient`: those of a client, by its slot.
 */
export type LimitedKind = 'tag' | 'adexchange' | 'channel' | 'supplier' | 'testTrace' | 'deletion' | 'deletionClient';

/** Limits calls per second. Each serving process has its share of a limit. */
export interface RateLimiter {
  /** Whether one more call may be made now; if so, it is counted. `perSecond` null = no limit. */
  take(kind: LimitedKind, id: number, perSecond: number | null): boolean;
}

/** Burst after a pause, in seconds of the limit. At least one call is always possible. */
const burstS = 0.25;

/**
 * Creates a token-bucket limiter. `now`: monotonic milliseconds. `processes`: number of serving processes, each with an
 * equal share of a limit.
 */
export function createRateLimiter({ now, processes }: { now: () => number; processes: () => number }): RateLimiter {
  // Each bucket is two numbers in one array, changed in place: the tokens available, and the time of that count.
  let buckets = new Float64Array(64);
  let used = 0;
  const offsets: Record<LimitedKind, Map<number, number>> = {
    tag: new Map(),
    adexchange: new Map(),
    channel: new Map(),
    supplier: new Map(),
    testTrace: new Map(),
    deletion: new Map(),
    deletionClient: new Map(),
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
