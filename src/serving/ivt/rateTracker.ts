import { hashMember, type MemberHash } from '#engine/lists/memberHash.ts';

/** Tracks the request rate of many sources. */
export interface RateTracker {
  /** Counts one request of a source at `now` (ms). Returns whether the source exceeded the limit in the last window. */
  isTooFrequent(source: string, now: number): boolean;
}

export interface RateLimit {
  /** Maximum requests per window. */
  limit: number;
  windowMs: number;
  /** Maximum number of tracked sources; a power of two. */
  sources?: number;
  /** Prevents anyone from crafting a source that collides with another. */
  salt: string;
}

/** Slots that a source may occupy. A new source replaces the quietest. */
const slotsPerSource = 4;

/**
 * Creates a sliding-window counter in flat memory of a fixed size, 20 bytes per source: requests of the previous window
 * count in proportion to the part of it that is less than a window ago. When there are more sources than slots, the
 * busy ones stay.
 */
export function createRateTracker({ limit, windowMs, sources = 65_536, salt }: RateLimit): RateTracker {
  const tags = new Uint32Array(sources);
  const windows = new Uint32Array(sources);
  const counts = new Uint32Array(sources);
  const before = new Uint32Array(sources);
  const hash: MemberHash = { high: 0, low: 0 };

  /** The slot of a source. The quietest source makes room for a new one. */
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
