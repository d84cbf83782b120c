/** Work that runs every night. */
export interface Nightly {
  stop(): void;
}

const dayMs = 86_400_000;

/**
 * Runs `work` every day at `minuteOfDay` UTC. A failed run is repeated the next night; `work` must log its own errors.
 */
export function runNightly(minuteOfDay: number, work: () => Promise<void>, now: () => number = Date.now): Nightly {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void work().finally(schedule), msUntil(minuteOfDay, now()));
    timer.unref();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds until the next time that it is `minuteOfDay` UTC; never 0. */
export function msUntil(minuteOfDay: number, now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + minuteOfDay * 60_000;
  return today > now ? today - now : today + dayMs - now;
}
