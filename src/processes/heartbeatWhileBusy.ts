import { Worker } from 'node:worker_threads';
import type { BusyMark } from '#runtime/busyMark.ts';

const everyMs = 1000;
/** Maximum time of heartbeats for one piece of work: an engine in an endless loop must not stay alive. */
const maxMs = 600_000;

/**
 * Runs in its own thread: writes a byte per interval while the shared memory has the same odd number, up to a limit.
 */
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
 * Sends heartbeats to the parent while a long statement blocks this process's event loop: a thread writes to a pipe as
 * long as the statement runs. A process that is completely frozen, or loops outside such work, sends none.
 */
export function heartbeatWhileBusy(fd: number, intervalMs = everyMs): BusyMark {
  const shared = new SharedArrayBuffer(4);
  const mark = new Int32Array(shared);
  const workerData = { shared, fd, everyMs: intervalMs, max: maxMs / intervalMs };
  new Worker(heartbeat, { eval: true, workerData }).unref();
  return {
    async during(work) {
      // Odd while work is running. A changed number means other work.
      Atomics.add(mark, 0, 1);
      try {
        return await work();
      } finally {
        Atomics.add(mark, 0, 1);
      }
    },
  };
}
