/** Repeated work, and the notifier of its changes. */
export interface RecurringWork {
  intervalMs: number;
  /** Each returns whether it published something for serving. */
  work: readonly (() => Promise<boolean>)[];
  /** Notifies the snapshot feed of published changes. */
  snapshotNotifier: { notify(): void };
  log: { error(error: unknown): void };
}

/**
 * Runs the work repeatedly, one round at a time. Failed work runs again in the next round, and is logged once until it
 * succeeds.
 */
export function runRepeatedly({ intervalMs, work, snapshotNotifier, log }: RecurringWork): { stop(): void } {
  let isFailing = false;
  let isWorking = false;
  const round = async () => {
    if (isWorking) return;
    isWorking = true;
    const done = await Promise.allSettled(work.map((each) => each()));
    isWorking = false;
    if (done.some((each) => each.status === 'fulfilled' && each.value)) snapshotNotifier.notify();
    const failed = done.find((each) => each.status === 'rejected');
    if (failed && !isFailing) log.error(failed.reason);
    isFailing = failed !== undefined;
  };
  const timer = setInterval(() => void round(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
