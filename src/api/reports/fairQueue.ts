/** Turns at something scarce, shared fairly: whoever asks much waits behind itself, not in front of others. */
export interface FairQueue {
  /**
   * Runs work when its owner's turn has come: owners take turns, each in the order of its asking. Null when the owner has
   * too much waiting already, or when the signal fires before the turn has come.
   */
  run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null>;
}

interface Waiting {
  start(): void;
}

/** Lets `width` pieces of work run at a time, and `longestQueue` wait of each owner. */
export function createFairQueue(width: number, maxQueueLength = 32): FairQueue {
  /** Owners with waiting work, the one whose turn is next first. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;

  function startNext(): void {
    if (running >= width) return;
    for (const [owner, queue] of queues) {
      const next = queue.shift();
      queues.delete(owner);
      // Behind all others: a map keeps the order in which its keys came.
      if (queue.length > 0) queues.set(owner, queue);
      if (!next) continue;
      running += 1;
      next.start();
      return;
    }
  }

  function waitForTurn(owner: string, signal: AbortSignal): Promise<boolean> {
    const queue = queues.get(owner) ?? [];
    if (signal.aborted || queue.length >= maxQueueLength) return Promise.resolve(false);
    queues.set(owner, queue);
    return new Promise((resolve) => {
      const leave = () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        resolve(false);
      };
      const waiting: Waiting = {
        start() {
          signal.removeEventListener('abort', leave);
          resolve(true);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      startNext();
    });
  }

  return {
    async run(owner, signal, work) {
      if (!(await waitForTurn(owner, signal))) return null;
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
