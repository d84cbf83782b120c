import { hashMember, type MemberHash } from '#engine/lists/memberHash.ts';

/** Counts what comes from each of many sources. */
export interface RateTracker {
  /** Counts one more of a source at `now` (ms); whether more came of it in the last window than the limit. */
  isTooFrequent(source: string, now: number): boolean;
}

/** How a rate is watched. */
export interface RateLimit {
  /** Most in a window. */
  limit: number;
  windowMs: number;
  /** Sources that are told apart; a power of two. */
  sources?: number;
  /** Makes it impossible to choose a source that is taken for another. */
  salt: string;
}

/** A source has one of this many places; the quietest of them gives way to a new one. */
const slotsPerSource = 4;

/**
 * A sliding window in flat memory of a fixed size, 20 bytes a source: what came in the window before counts for the part of
 * it that is not over a window ago. Where sources outnumber the places, the busy ones stay.
 */
export function createRateTracker({ limit, windowMs, sources = 65_536, salt }: RateLimit): RateTracker {
  const tags = new Uint32Array(sources);
  const windows = new Uint32Array(sources);
  const counts = new Uint32Array(sources);
  const before = new Uint32Array(sources);
  const hash: MemberHash = { high: 0, low: 0 };

  /** The place of a source, which is made free of another where it has none. */
  const placeOf = (window: number): number => {
    const start = (hash.low % (sources / slotsPerSource)) * slotsPerSource;
    let quietest = start;
    let fewest = Infinity;
    for (let place = start; place < start + slotsPerSource; place += 1) {
      if (tags[place] === hash.high) return place;
      const age = window - (windows[place] ?? 0);
      const count = age > 1 ? 0 : (counts[place] ?? 0) + (age === 0 ? (before[place] ?? 0) : 0);
      if (count >= fewest) continue;
      fewest = count;
      quietest = place;
    }
    tags[quietest] = hash.high;
    windows[quietest] = 0;
    return quietest;
  };

  return {
    isTooFrequent(source, now) {
      hashMember(salt + source, hash);
      const window = Math.floor(now / windowMs);
      const place = placeOf(window);
      const age = window - (windows[place] ?? 0);
      if (age !== 0) {
        before[place] = age === 1 ? (counts[place] ?? 0) : 0;
        counts[place] = 0;
        windows[place] = window;
      }
      const count = (counts[place] ?? 0) + 1;
      counts[place] = count;
      const remainingShare = 1 - (now - window * windowMs) / windowMs;
      return count + (before[place] ?? 0) * remainingShare > limit;
    },
  };
}
