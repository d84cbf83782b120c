/** Runs tasks after a delay. */
export interface TaskScheduler {
  schedule: (ms: number, task: () => Promise<void>) => void;
  /** Cancels all tasks that have not started. */
  stop: () => void;
}

/** Creates a scheduler whose tasks may fail: viewers lose requests too. */
export function createTaskScheduler(): TaskScheduler {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  return {
    schedule(ms, task) {
      if (isStopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        task().catch(() => undefined);
      }, ms);
      timers.add(timer);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
