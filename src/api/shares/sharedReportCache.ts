/** Lifetime of a cached answer, in ms. */
const freshMs = 60_000;

/** Maximum cached rows over all answers. */
const maxRows = 100_000;

/** An answer with the time at which its computation began. */
export interface CachedResponse<Answer> {
  answer: Answer;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Cached answers of shared reports: each is computed at most once a minute, however many people open it. */
export interface SharedReportCache<Answer> {
  /** The answer of a key, computed by `run` when none is cached. Rejections of `run` are not cached. */
  answer(key: string, run: () => Promise<Answer>): Promise<CachedResponse<Answer>>;
}

interface CacheEntry<Answer> {
  found: Promise<CachedResponse<Answer>>;
  /** Milliseconds since the epoch; Infinity while it is being computed. */
  until: number;
  rows: number;
}

/** Caches answers in this process. `sizeOf` returns the number of rows of an answer. */
export function createSharedReportCache<Answer>(
  now: () => Date,
  sizeOf: (answer: Answer) => number,
): SharedReportCache<Answer> {
  const cached = new Map<string, CacheEntry<Answer>>();
  let rows = 0;

  function remove(key: string): void {
    rows -= cached.get(key)?.rows ?? 0;
    cached.delete(key);
  }

  /** Evicts expired answers, then the oldest ones. */
  function evict(): void {
    const at = now().getTime();
    for (const [key, { until }] of cached) if (until <= at) remove(key);
    for (const [key, { until }] of cached) {
      if (rows <= maxRows) return;
      if (until !== Infinity) remove(key);
    }
  }

  return {
    answer(key, run) {
      evict();
      const known = cached.get(key);
      if (known) return known.found;
      const entry: CacheEntry<Answer> = { found: find(), until: Infinity, rows: 0 };
      cached.set(key, entry);
      return entry.found;

      async function find(): Promise<CachedResponse<Answer>> {
        const at = now().getTime();
        try {
          const answer = await run();
          entry.rows = sizeOf(answer);
          rows += entry.rows;
          entry.until = now().getTime() + freshMs;
          return { answer, at };
        } catch (error) {
          remove(key);
          throw error;
        }
      }
    },
  };
}
