/** How answers are waited for. */
export interface PingPolicy {
  /** How often each process is pinged, in ms. */
  everyMs: number;
  /** Pings without an answer after which a process counts as frozen. */
  maxUnanswered: number;
}

/** Processes are pinged every three seconds; one that has not answered for fifteen is frozen. */
export const defaultPingPolicy: PingPolicy = { everyMs: 3000, maxUnanswered: 5 };

/** Watches whether processes answer. */
export interface PingMonitor<T> {
  /** Begins to ping a process: when it is ready, so that a start may take its time. */
  add(unit: T): void;
  /** Stops to ping it: it is gone. */
  remove(unit: T): void;
  /** It has answered. */
  answered(unit: T): void;
  stop(): void;
}

/**
 * Pings each process again and again, and calls `onFrozen` for one that leaves too many pings unanswered. Unanswered pings
 * are counted, not time: while this process itself stands still nothing is counted, and answers that waited for it are
 * read before it pings again.
 */
export function monitorPings<T>(
  { everyMs, maxUnanswered }: PingPolicy,
  on: { ping: (unit: T) => void; onFrozen: (unit: T) => void },
  now: () => number = () => performance.now(),
): PingMonitor<T> {
  const unanswered = new Map<T, number>();
  let pingedAt = now();
  const round = () => {
    const isLate = now() - pingedAt > 2 * everyMs;
    pingedAt = now();
    // We were held up ourselves: answers may wait to be read.
    if (isLate) return;
    for (const [unit, count] of unanswered) {
      if (count >= maxUnanswered) {
        unanswered.delete(unit);
        on.onFrozen(unit);
        continue;
      }
      unanswered.set(unit, count + 1);
      on.ping(unit);
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
