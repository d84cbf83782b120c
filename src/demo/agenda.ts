/** What is to be done later. */
export interface Agenda {
  later: (ms: number, act: () => Promise<void>) => void;
  /** Nothing more is begun. */
  stop: () => void;
}

/** An agenda whose acts may fail: a call that gets lost is what happens to viewers too. */
export function createAgenda(): Agenda {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  return {
    later(ms, act) {
      if (isStopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        act().catch(() => undefined);
      }, ms);
      timers.add(timer);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
