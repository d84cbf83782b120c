/** Tells when to answer without an auction. */
export interface OverloadGuard {
  isOverloaded(): boolean;
  /** Counts a request that waits for its auction. */
  enter(): void;
  leave(): void;
  close(): void;
}

/** Limits of the guard. */
export interface OverloadLimits {
  /** Requests that may wait for tags at the same time. */
  maxInFlight: number;
  /** Mean delay of the event loop in milliseconds above which requests are shed. */
  maxDelayMs: number;
}

const periodMs = 20;

/** A guard that watches how late a timer fires: the one sign that this process has more to do than it can. */
export function createOverloadGuard({ maxInFlight, maxDelayMs }: OverloadLimits, now: () => number): OverloadGuard {
  let inFlight = 0;
  let mean = 0;
  let last = now();
  const timer = setInterval(() => {
    const at = now();
    // One long turn is no overload; several in a row are.
    mean = mean * 0.7 + Math.max(0, at - last - periodMs) * 0.3;
    last = at;
  }, periodMs);
  timer.unref();
  return {
    isOverloaded: () => inFlight >= maxInFlight || mean > maxDelayMs,
    enter: () => void (inFlight += 1),
    leave: () => void (inFlight -= 1),
    close: () => clearInterval(timer),
  };
}
