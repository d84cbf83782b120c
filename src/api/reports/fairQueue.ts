/** A queue for a scarce resource, shared fairly: owners with much work only delay themselves. */
export interface FairQueue {
  /**
   * Runs work when it is its owner's turn: owners take turns, and each owner's work runs in order. Null when the
   * owner's queue is full, or when the signal aborts before the turn.
   */
  run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null>;
}

interface Waiting {
  start(): void;
}

/** Runs at most `width` pieces of work at a time, and queues at most `maxQueueLength` per owner. */
export function createFairQueue(width: number, maxQueueLength = 32): FairQueue {
  /** Owners with waiting work, the next one first. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;

  function startNext(): void {
    if (running >= width) return;
    for (const [owner, queue] of queues) {
      const next = queue.shift();
      queues.delete(owner);
      // Moves the owner behind all others: a map preserves the order of insertion.
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
