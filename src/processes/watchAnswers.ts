/** How answers are waited for. */
export interface AnswerTerms {
  /** How often each process is asked, in ms. */
  everyMs: number;
  /** Asks without an answer after which a process counts as frozen. */
  mostUnanswered: number;
}

/** Processes are asked every three seconds; one that has not answered for fifteen is frozen. */
export const usualTerms: AnswerTerms = { everyMs: 3000, mostUnanswered: 5 };

/** Watches whether processes answer. */
export interface AnswerWatch<T> {
  /** Begins to ask a process: when it is ready, so that a start may take its time. */
  add(unit: T): void;
  /** Stops to ask it: it is gone. */
  remove(unit: T): void;
  /** It has answered. */
  answered(unit: T): void;
  stop(): void;
}

/**
 * Asks each process again and again, and calls `onFrozen` for one that leaves too many asks unanswered. Unanswered asks are
 * counted, not time: while this process itself stands still nothing is counted, and answers that waited for it are read
 * before it asks again.
 */
export function watchAnswers<T>(
  { everyMs, mostUnanswered }: AnswerTerms,
  on: { ask: (unit: T) => void; onFrozen: (unit: T) => void },
  now: () => number = () => performance.now(),
): AnswerWatch<T> {
  const unanswered = new Map<T, number>();
  let askedAt = now();
  const round = () => {
    const isLate = now() - askedAt > 2 * everyMs;
    askedAt = now();
    // We were held up ourselves: answers may wait to be read.
    if (isLate) return;
    for (const [unit, count] of unanswered) {
      if (count >= mostUnanswered) {
        unanswered.delete(unit);
        on.onFrozen(unit);
        continue;
      }
      unanswered.set(unit, count + 1);
      on.ask(unit);
    }
  };
  const timer = setInterval(round, everyMs);
  timer.unref();
  return {
    add: (unit) => void unanswered.set(unit, 0),
    remove: (unit) => void unanswered.delete(unit),
    answered(unit) {
      if (unanswered.has(unit)) unanswered.set(unit, 0);
    },
    stop: () => clearInterval(timer),
  };
}
