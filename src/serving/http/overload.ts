/** Tells when to answer without an auction. */
export interface OverloadGuard {
  isOverloaded(): boolean;
  /** Counts a request that waits for its auction. */
  enter(): void;
  leave(): void;
}

/** Limits of the guard. */
export interface OverloadLimits {
  /** Requests that may wait for tags at the same time. */
  maxInFlight: number;
  /** How long there may be something to do without a rest, in milliseconds: about as long somebody has waited then. */
  maxBusyMs: number;
  /** Requests without a rest that are no overload, however long they take. */
  maxBurst: number;
}

/** Times of this process in milliseconds: since any moment, and how long of it the event loop had nothing to do. */
export interface LoopClock {
  now: () => number;
  idle: () => number;
}

/**
 * Milliseconds without work that are a rest. Less passes while an event that is there already is fetched, or while a
 * process that shares its port is handed the next connection.
 */
const minIdleMs = 0.3;

/**
 * A guard that watches when the event loop last had a rest: then nobody waited. How many wait since cannot be seen, for
 * they wait in the kernel, and of new connections the loop takes one at each turn, however long the turn is. Whoever is
 * shed costs next to nothing, so that the next rest comes soon.
 */
export function createOverloadGuard(
  { maxInFlight, maxBusyMs, maxBurst }: OverloadLimits,
  { now, idle }: LoopClock,
): OverloadGuard {
  let inFlight = 0;
  let lastIdle = idle();
  let busySince = now();
  let requestsSinceIdle = 0;
  return {
    isOverloaded() {
      const at = now();
      const currentIdle = idle();
      if (currentIdle - lastIdle > minIdleMs) {
        busySince = at;
        requestsSinceIdle = 0;
      }
      lastIdle = currentIdle;
      requestsSinceIdle += 1;
      return inFlight >= maxInFlight || (requestsSinceIdle > maxBurst && at - busySince > maxBusyMs);
    },
    enter: () => void (inFlight += 1),
    leave: () => void (inFlight -= 1),
  };
}
