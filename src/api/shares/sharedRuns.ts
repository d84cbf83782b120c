/** How long an answer is shown again without asking the store, in ms. */
const freshMs = 60_000;

/** Rows that are held, over all answers. */
const mostRows = 100_000;

/** An answer with the time when it was found. */
export interface CountedAnswer<Answer> {
  answer: Answer;
  /** ms since the epoch. */
  at: number;
}

/** Answers of shared reports, each found once a minute at most, however many people open it. */
export interface SharedRuns<Answer> {
  /** The answer of a key, found by `run` where there is no fresh one. Failures of `run` itself are not held. */
  answer(key: string, run: () => Promise<Answer>): Promise<CountedAnswer<Answer>>;
}

interface Held<Answer> {
  found: Promise<CountedAnswer<Answer>>;
  /** ms since the epoch; Infinity while it is being found. */
  until: number;
  rows: number;
}

/** Holds answers in this process. `sizeOf` tells how many rows one has. */
export function createSharedRuns<Answer>(now: () => Date, sizeOf: (answer: Answer) => number): SharedRuns<Answer> {
  const held = new Map<string, Held<Answer>>();
  let rows = 0;

  function drop(key: string): void {
    rows -= held.get(key)?.rows ?? 0;
    held.delete(key);
  }

  /** Makes room: what is not fresh any more goes, then what was found first. */
  function tidy(): void {
    const at = now().getTime();
    for (const [key, { until }] of held) if (until <= at) drop(key);
    for (const [key, { until }] of held) {
      if (rows <= mostRows) return;
      if (until !== Infinity) drop(key);
    }
  }

  return {
    answer(key, run) {
      tidy();
      const known = held.get(key);
      if (known) return known.found;
      const entry: Held<Answer> = { found: find(), until: Infinity, rows: 0 };
      held.set(key, entry);
      return entry.found;

      async function find(): Promise<CountedAnswer<Answer>> {
        const at = now().getTime();
        try {
          const answer = await run();
          entry.rows = sizeOf(answer);
          rows += entry.rows;
          entry.until = now().getTime() + freshMs;
          return { answer, at };
        } catch (error) {
          drop(key);
          throw error;
        }
      }
    },
  };
}
