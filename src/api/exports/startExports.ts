import { randomUUID } from 'node:crypto';
import type { ExportProgress } from '#storage/exports/exportStore.ts';
import type { ClaimedExport } from '#storage/exports/claimedExport.ts';
import { writeExport, type ExportDeps } from './writeExport.ts';

/** Exports that one process writes at a time. */
const atOnce = 2;

/** How often a process looks for exports, and says of its own that they are run, in ms. */
const everyMs = 1000;

/** How long nothing is heard of an export before another process takes it on, in ms. */
const lostAfterMs = 30_000;

/** How often an export is begun before it failed. */
const mostAttempts = 3;

/** The writing of exports in this process. */
export interface RunningExports {
  /** Stops, and gives what is not written back to the queue. */
  close(): Promise<void>;
}

/**
 * Writes queued exports to their files, two at a time. What breaks off is left alone: it counts as lost after half a
 * minute and is begun anew, here or by another process.
 */
export function startExports(deps: ExportDeps & { log: { error(error: unknown): void } }): RunningExports {
  const { exports, now, log } = deps;
  const runner = randomUUID();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const before = new Date(now().getTime() - lostAfterMs).toISOString();
    await exports.requeueLost(before, { mostAttempts, now: now().toISOString() });
    while (running.size < atOnce && !closing.signal.aborted) {
      const claim = await exports.claim(runner, now().toISOString());
      if (!claim) return;
      const done = run(claim)
        .catch((error: unknown) => log.error(error))
        .finally(() => running.delete(done));
      running.add(done);
    }
  }

  async function run(claim: ClaimedExport): Promise<void> {
    const progress: ExportProgress = { rowCount: 0, byteCount: 0 };
    const ended = new AbortController();
    const pulse = setInterval(() => {
      exports.keepAlive(claim, progress, now().toISOString()).then(
        (isOurs) => {
          if (!isOurs) ended.abort();
        },
        (error: unknown) => log.error(error),
      );
    }, everyMs);
    try {
      const signal = AbortSignal.any([closing.signal, ended.signal]);
      const written = await writeExport(deps, claim, progress, signal);
      clearInterval(pulse);
      const at = now().toISOString();
      if (written.type === 'refused') await exports.fail(claim, written.reason, at);
      else if (!(await exports.finish(claim, { ...progress, totals: written.totals }, at)))
        await exports.release(claim);
    } catch (error) {
      clearInterval(pulse);
      if (!closing.signal.aborted && !ended.signal.aborted) throw error;
      await exports.release(claim);
    } finally {
      clearInterval(pulse);
    }
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look()
      .catch((error: unknown) => log.error(error))
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await looking;
      await Promise.all(running);
    },
  };
}
