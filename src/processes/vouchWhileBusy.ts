import { Worker } from 'node:worker_threads';

/** Marks work that blocks the loop of a process. */
export interface BusyMark {
  /** Runs work that may block the loop for long, such as a statement of an engine in this thread. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

const everyMs = 1000;
/** How long one piece of work is vouched for: an engine that loops for ever must not live for ever. */
const longestMs = 600_000;

/** In a thread of its own: writes a byte each time while the same odd number stands in the shared memory, up to a limit. */
const vouching = `
  const { workerData: { shared, fd, everyMs, most } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  const mark = new Int32Array(shared);
  let last = 0;
  let count = 0;
  setInterval(() => {
    const seen = Atomics.load(mark, 0);
    count = seen === last ? count + 1 : 1;
    last = seen;
    if (seen % 2 === 0 || count > most) return;
    try { writeSync(fd, '.'); } catch {}
  }, everyMs);
`;

/**
 * Lets this process answer its parent while a long statement blocks its loop: a thread writes to a pipe as long as the
 * statement runs. A process that is frozen as a whole, or loops outside of such work, stays silent.
 */
export function vouchWhileBusy(fd: number, intervalMs = everyMs): BusyMark {
  const shared = new SharedArrayBuffer(4);
  const mark = new Int32Array(shared);
  const workerData = { shared, fd, everyMs: intervalMs, most: longestMs / intervalMs };
  new Worker(vouching, { eval: true, workerData }).unref();
  return {
    async during(work) {
      // Odd while there is work: whoever looks sees whether it is still the same.
      Atomics.add(mark, 0, 1);
      try {
        return await work();
      } finally {
        Atomics.add(mark, 0, 1);
      }
    },
  };
}
