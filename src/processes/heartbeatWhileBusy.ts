import { Worker } from 'node:worker_threads';
import type { BusyMark } from '#runtime/busyMark.ts';

const everyMs = 1000;
/** How long heartbeats are sent for one piece of work: an engine that loops for ever must not live for ever. */
const maxMs = 600_000;

/** In a thread of its own: writes a byte each time while the same odd number stands in the shared memory, up to a limit. */
const heartbeat = `
  const { workerData: { shared, fd, everyMs, max } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  const mark = new Int32Array(shared);
  let last = 0;
  let count = 0;
  setInterval(() => {
    const seen = Atomics.load(mark, 0);
    count = seen === last ? count + 1 : 1;
    last = seen;
    if (seen % 2 === 0 || count > max) return;
    try { writeSync(fd, '.'); } catch {}
  }, everyMs);
`;

/**
 * Sends heartbeats to the parent while a long statement blocks this process' loop: a thread writes to a pipe as long as
 * the statement runs. A process that is frozen as a whole, or loops outside of such work, stays silent.
 */
export function heartbeatWhileBusy(fd: number, intervalMs = everyMs): BusyMark {
  const shared = new SharedArrayBuffer(4);
  const mark = new Int32Array(shared);
  const workerData = { shared, fd, everyMs: intervalMs, max: maxMs / intervalMs };
  new Worker(heartbeat, { eval: true, workerData }).unref();
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
