/** What is to be done later. */
export interface TaskScheduler {
  schedule: (ms: number, task: () => Promise<void>) => void;
  /** Nothing more is begun. */
  stop: () => void;
}

/** An agenda whose acts may fail: a call that gets lost is what happens to viewers too. */
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
