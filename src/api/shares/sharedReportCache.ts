/** How long an answer is shown again without asking the store, in ms. */
const freshMs = 60_000;

/** Rows that are held, over all answers. */
const maxRows = 100_000;

/** An answer with the time when it was found. */
export interface CachedAnswer<Answer> {
  answer: Answer;
  /** ms since the epoch. */
  at: number;
}

/** Answers of shared reports, each found once a minute at most, however many people open it. */
export interface SharedReportCache<Answer> {
  /** The answer of a key, found by `run` where there is no fresh one. Failures of `run` itself are not held. */
  answer(key: string, run: () => Promise<Answer>): Promise<CachedAnswer<Answer>>;
}

interface CacheEntry<Answer> {
  found: Promise<CachedAnswer<Answer>>;
  /** ms since the epoch; Infinity while it is being found. */
  until: number;
  rows: number;
}

/** Holds answers in this process. `sizeOf` tells how many rows one has. */
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

  /** Makes room: what is not fresh any more goes, then what was found first. */
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

      async function find(): Promise<CachedAnswer<Answer>> {
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
