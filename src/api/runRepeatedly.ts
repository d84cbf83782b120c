/** What is done again and again, and who hears of it. */
export interface RecurringWork {
  intervalMs: number;
  /** Each answers whether it has published something for serving. */
  work: readonly (() => Promise<boolean>)[];
  /** Tells the snapshot feed that something was published. */
  snapshotNotifier: { notify(): void };
  log: { error(error: unknown): void };
}

/** Does work again and again, one round at a time. What fails is tried again with the next round, and logged once until it works. */
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
