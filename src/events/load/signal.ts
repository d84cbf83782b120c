/** Lets one part of a process sleep until another wakes it. */
export interface Signal {
  /** Wakes all waiting calls. */
  notify(): void;
  /** Resolves on `notify`, after `ms`, or when stopped. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
  /** Resolves after `ms`, regardless of `notify`; rejects when stopped. */
  pause(ms: number, stop: AbortSignal): Promise<void>;
}

/** Creates a signal. */
export function createSignal(): Signal {
  const waiting = new Set<() => void>();
  const sleep = (ms: number, stop: AbortSignal, isWakeable: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (stop.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        stop.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      stop.addEventListener('abort', wake);
      if (isWakeable) waiting.add(wake);
    });
  return {
    notify() {
      for (const wake of Array.from(waiting)) wake();
    },
    wait: (ms, stop) => sleep(ms, stop, true),
    async pause(ms, stop) {
      await sleep(ms, stop, false);
      stop.throwIfAborted();
    },
  };
}
