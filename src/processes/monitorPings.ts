export interface PingPolicy {
  /** Interval between pings of a process, in ms. */
  everyMs: number;
  /** Unanswered pings after which a process counts as frozen. */
  maxUnanswered: number;
}

/** Pings every three seconds; a process that does not respond for 15 seconds is frozen. */
export const defaultPingPolicy: PingPolicy = { everyMs: 3000, maxUnanswered: 5 };

/** Monitors whether processes respond. */
export interface PingMonitor<T> {
  /** Starts pinging a process. Call it when the process is ready, since a start may take long. */
  add(unit: T): void;
  /** Stops pinging a process that has exited. */
  remove(unit: T): void;
  /** Records a response. */
  answered(unit: T): void;
  stop(): void;
}

/**
 * Pings each process periodically, and calls `onFrozen` for one that leaves too many pings unanswered. Pings are
 * counted, not time: while this process itself is suspended nothing is counted, and waiting replies are read before it
 * pings again.
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
    // This process was blocked or suspended: replies may be waiting.
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
