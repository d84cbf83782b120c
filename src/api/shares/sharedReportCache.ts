/** Lifetime of a cached result, in ms. */
const freshMs = 60_000;

/** Maximum cached rows over all results. */
const maxRows = 100_000;

/** A result with the time at which its computation began. */
export interface CachedResult<Result> {
  result: Result;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Cached results of shared reports: each is computed at most once a minute, however many people open it. */
export interface SharedReportCache<Result> {
  /** The result of a key, computed by `run` when none is cached. Rejections of `run` are not cached. */
  read(key: string, run: () => Promise<Result>): Promise<CachedResult<Result>>;
}

interface CacheEntry<Result> {
  found: Promise<CachedResult<Result>>;
  /** Milliseconds since the epoch; Infinity while it is being computed. */
  until: number;
  rows: number;
}

/** Caches results in this process. `sizeOf` returns the number of rows of a result. */
export function createSharedReportCache<Result>(
  now: () => Date,
  sizeOf: (result: Result) => number,
): SharedReportCache<Result> {
  const cached = new Map<string, CacheEntry<Result>>();
  let rows = 0;

  function remove(key: string): void {
    rows -= cached.get(key)?.rows ?? 0;
    cached.delete(key);
  }

  /** Evicts expired results, then the oldest ones. */
  function evict(): void {
    const at = now().getTime();
    for (const [key, { until }] of cached) if (until <= at) remove(key);
    for (const [key, { until }] of cached) {
      if (rows <= maxRows) return;
      if (until !== Infinity) remove(key);
    }
  }

  return {
    read(key, run) {
      evict();
      const known = cached.get(key);
      if (known) return known.found;
      const entry: CacheEntry<Result> = { found: find(), until: Infinity, rows: 0 };
      cached.set(key, entry);
      return entry.found;

      async function find(): Promise<CachedResult<Result>> {
        const at = now().getTime();
        try {
          const result = await run();
          entry.rows = sizeOf(result);
          rows += entry.rows;
          entry.until = now().getTime() + freshMs;
          return { result, at };
        } catch (error) {
          remove(key);
          throw error;
        }
      }
    },
  };
}
