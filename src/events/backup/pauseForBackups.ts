import { rm } from 'node:fs/promises';
import { createReadStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { errorText } from '#runtime/log/describeError.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { PauseOrder, NodePauses } from '#storage/backup/nodePauses.ts';
import type { Loader } from '../load/loader.ts';
import { createSignal } from '../load/signal.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { draftFolder } from './draftFolder.ts';
import { cutLimits } from './cutLimits.ts';
import { linkStateFiles, type StateFile } from './stateFiles.ts';

export interface PauseOptions {
  pauses: NodePauses;
  node: string;
  /** ID of the worker’s run. */
  run: string;
  dataDir: string;
  loader: Pick<Loader, 'drain' | 'whileEmpty'>;
  log: EventLog;
}

/** Interval between two looks for an order, and between two looks whether to go on. */
const lookMs = 500;
const pollMs = 100;
const bytesPerChunk = 1024 * 1024;
/** Chunks that wait to be taken. */
const maxChunks = 16;

/**
 * Takes part in the backups that workers of other nodes make (`cutNodes.ts`): pauses the loader at the cut, and then sends
 * the files of this node as they were. The loader goes on when the cut is made, when the other worker is not seen for five
 * seconds, and by itself at a time limit. Before that it goes on only once PostgreSQL has stored that it does.
 */
export function pauseForBackups(options: PauseOptions): { close(): Promise<void> } {
  const { pauses, node, run, log } = options;
  const stopping = new AbortController();
  const never = createSignal();
  let isFailing = false;
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const order = await pauses.findOrder(node, run);
        if (order) await pauseForCut(options, order, stopping.signal);
        isFailing = false;
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted)
          log.warn(`This node could not take part in backups: ${errorText(error)}`);
        isFailing = true;
      }
      await never.wait(lookMs, stopping.signal);
    }
  };
  const looking = look();
  return {
    async close() {
      stopping.abort();
      await looking;
    },
  };
}

async function pauseForCut(options: PauseOptions, order: PauseOrder, stop: AbortSignal): Promise<void> {
  const { pauses, dataDir, loader } = options;
  await withTimeout(cutLimits.drain, loader.drain());
  if (stop.aborted || !(await pauses.respond(order, 'ready'))) return;
  for (;;) {
    const stage = await pauses.stageOf(order);
    if (stage === 'holding') break;
    if (stage !== 'preparing' || stop.aborted) return;
    await pauseFor(pollMs);
  }
  const draftDir = join(dataDir, draftFolder, order.backup);
  const endsAt = performance.now() + cutLimits.pause;
  try {
    mkdirSync(draftDir, { recursive: true, mode: 0o700 });
    const files = await loader.whileEmpty(
      async () => {
        const pausedAt = performance.now();
        const linked = await linkStateFiles(dataDir, join(draftDir, 'links'));
        const isCut = await waitForCut(pauses, order, endsAt, stop);
        if (isCut) await pauses.respond(order, 'held', performance.now() - pausedAt).catch(() => false);
        return isCut ? linked : null;
      },
      AbortSignal.any([AbortSignal.timeout(cutLimits.gather), stop]),
    );
    if (files) await sendFiles(options, order, files, stop);
  } finally {
    await rm(draftDir, { recursive: true, force: true });
  }
}

/** Waits until the cut is made or given up. Returns whether it is made. */
async function waitForCut(pauses: NodePauses, order: PauseOrder, endsAt: number, stop: AbortSignal): Promise<boolean> {
  let isPaused = false;
  while (performance.now() < endsAt) {
    // A failure leaves open what PostgreSQL has stored, so the loader goes on only at the limit or after another attempt.
    try {
      if (!isPaused && !(await pauses.respond(order, 'held'))) return false;
      isPaused = true;
      const stage = await pauses.stageOf(order);
      if (stage === 'copying') return true;
      if (stage !== 'holding' || stop.aborted) {
        await pauses.respond(order, 'released');
        return false;
      }
    } catch {
      // PostgreSQL is unavailable.
    }
    await pauseFor(pollMs);
  }
  return false;
}

/** Sends the files in chunks, of which a few at a time wait to be taken. */
async function sendFiles(
  { pauses }: PauseOptions,
  order: PauseOrder,
  files: readonly StateFile[],
  stop: AbortSignal,
): Promise<void> {
  let seq = 0;
  const send = async (path: string, bytes: Buffer) => {
    if (seq > 0 && seq % maxChunks === 0) {
      while ((await pauses.countChunks(order)) >= maxChunks) {
        await checkWanted(pauses, order, stop);
        await pauseFor(pollMs);
      }
    }
    await pauses.putChunk(order, { seq, path, bytes });
    seq += 1;
  };
  for (const { path, linkPath, bytes } of files) {
    if (bytes === 0) await send(path, Buffer.alloc(0));
    else {
      const contents = createReadStream(linkPath, { end: bytes - 1, highWaterMark: bytesPerChunk });
      for await (const chunk of contents as AsyncIterable<Buffer>) await send(path, chunk);
    }
  }
  await checkWanted(pauses, order, stop);
  await pauses.respond(order, 'sent');
}

async function checkWanted(pauses: NodePauses, order: PauseOrder, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  if ((await pauses.stageOf(order, cutLimits.silence / 1000)) !== 'copying')
    throw new Error('the backup was interrupted');
}
