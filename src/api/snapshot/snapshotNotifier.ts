/** Wakes waiters for a new snapshot version: at once after `notify`, else when a poll finds one. */
export interface SnapshotNotifier {
  /** Reports a change made by this process. */
  notify(): void;
  /** Resolves when the version may be higher than `version`, after `timeoutMs` or on abort, whichever is first. */
  wait(version: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Interval of polls after a change, in ms. While they find none it doubles, up to the limit: a cut-off that another
 * process stored has to be in effect within a second.
 */
const pollMs = 200;
const maxPollMs = 600;

/**
 * Starts the notifier. It polls only while there are waiters; a failed poll is repeated. Polls find the changes of other
 * processes: those of this one are reported.
 */
export function startSnapshotNotifier(readVersion: () => Promise<number>): SnapshotNotifier {
  const waiting = new Set<{ version: number; wake: () => void }>();
  let timer: NodeJS.Timeout | null = null;
  let nextPollMs = pollMs;
  let isPolling = false;
  let isNotified = false;
  let isClosed = false;

  const schedule = (afterMs: number) => {
    if (isClosed || waiting.size === 0) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void poll(), afterMs);
  };
  const poll = async () => {
    if (isPolling) {
      isNotified = true;
      return;
    }
    isPolling = true;
    isNotified = false;
    try {
      const version = await readVersion();
      const behind = [...waiting].filter((waiter) => waiter.version !== version);
      nextPollMs = behind.length > 0 ? pollMs : Math.min(maxPollMs, nextPollMs * 2);
      for (const waiter of behind) waiter.wake();
    } catch {
      // The database is temporarily unavailable: the next poll follows.
    }
    isPolling = false;
    schedule(isNotified ? 0 : nextPollMs);
  };
  return {
    notify: () => schedule(0),
    wait(version, timeoutMs, signal) {
      return new Promise((resolve) => {
        if (signal.aborted || isClosed) return resolve();
        const waiter = {
          version,
          wake: () => {
            waiting.delete(waiter);
            clearTimeout(timeout);
            signal.removeEventListener('abort', waiter.wake);
            resolve();
          },
        };
        const timeout = setTimeout(waiter.wake, timeoutMs);
        signal.addEventListener('abort', waiter.wake);
        waiting.add(waiter);
        if (waiting.size === 1 && !isPolling) schedule(0);
      });
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const waiter of waiting) waiter.wake();
    },
  };
}
