import { randomUUID } from 'node:crypto';
import type { DueWorkReader } from '#storage/dueWork.ts';
import type { ExportProgress } from '#storage/exports/exportStore.ts';
import type { ClaimedExport } from '#storage/exports/claimedExport.ts';
import { writeExport, type ExportDeps } from './writeExport.ts';

/** Maximum exports that one process writes at a time. */
const concurrency = 2;

/** Interval in ms at which a process polls the queue, and sends heartbeats for its own exports. */
const intervalMs = 1000;

/** Time in ms without a heartbeat after which another process takes an export over. */
const lostAfterMs = 30_000;

/** Maximum attempts before an export fails. */
const maxAttempts = 3;

/** The export worker of this process. */
export interface RunningExports {
  /** Stops, and returns unfinished exports to the queue. */
  close(): Promise<void>;
}

/**
 * Writes queued exports to their files, two at a time. An interrupted export counts as lost after half a minute and
 * restarts, in this process or another.
 */
export function startExports(
  deps: ExportDeps & { dueWork: DueWorkReader; log: { error(error: unknown): void } },
): RunningExports {
  const { exports, dueWork, now, log } = deps;
  const runner = randomUUID();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let isPolling = false;
  let polling: Promise<void> = Promise.resolve();

  async function pollQueue(): Promise<void> {
    const due = await dueWork.read(now().toISOString());
    if (!due.exports) return;
    const before = new Date(now().getTime() - lostAfterMs).toISOString();
    await exports.requeueLost(before, { maxAttempts, now: now().toISOString() });
    while (running.size < concurrency && !closing.signal.aborted) {
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
    const heartbeat = setInterval(() => {
      exports.heartbeat(claim, progress, now().toISOString()).then(
        (isOurs) => {
          if (!isOurs) ended.abort();
        },
        (error: unknown) => log.error(error),
      );
    }, intervalMs);
    try {
      const signal = AbortSignal.any([closing.signal, ended.signal]);
      const written = await writeExport(deps, claim, progress, signal);
      clearInterval(heartbeat);
      const at = now().toISOString();
      if (written.type === 'refused') await exports.fail(claim, written.reason, at);
      else if (!(await exports.finish(claim, { ...progress, totals: written.totals }, at)))
        await exports.release(claim);
    } catch (error) {
      clearInterval(heartbeat);
      if (!closing.signal.aborted && !ended.signal.aborted) throw error;
      await exports.release(claim);
    } finally {
      clearInterval(heartbeat);
    }
  }

  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    polling = pollQueue()
      .catch((error: unknown) => log.error(error))
      .finally(() => {
        isPolling = false;
      });
  }, intervalMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await polling;
      await Promise.all(running);
    },
  };
}
