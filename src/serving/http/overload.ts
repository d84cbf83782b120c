/** Decides when requests are answered without an auction. */
export interface OverloadGuard {
  isOverloaded(): boolean;
  /** Counts a request that waits for its auction. `leave` ends the wait. */
  enter(): void;
  leave(): void;
}

export interface OverloadLimits {
  /** Maximum requests that wait for tags at the same time. */
  maxInFlight: number;
  /**
   * Maximum milliseconds that the loop may be busy without idle time. It approximates how long requests have waited.
   */
  maxBusyMs: number;
  /** A number of requests without idle time that is never an overload, however long they take. */
  maxBurst: number;
}

/** Clocks of this process, in milliseconds: since an arbitrary moment, and how long of it the event loop was idle. */
export interface LoopClock {
  now: () => number;
  idle: () => number;
}

/**
 * Minimum milliseconds without work that count as idle. Less passes while an event that is already waiting is fetched,
 * or while a process sharing the port receives the next connection.
 */
const minIdleMs = 0.3;

/**
 * Creates a guard that watches when the event loop was last idle: at that time no request was waiting. How many have
 * arrived since cannot be counted: they wait in the kernel, and the loop accepts one new connection per turn, however
 * long the turn is. Shedding costs next to nothing, so the loop soon becomes idle again.
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
