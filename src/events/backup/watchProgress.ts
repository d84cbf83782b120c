import { stat } from 'node:fs/promises';
import type { BackupTarget } from '#storage/backup/backupTarget.ts';

/** The progress of a backup, which is given up when there is none. */
export interface Progress {
  /** Reports a step. The next one is expected within `allowedMs`, by default 15 minutes. Throws once it is given up. */
  step(allowedMs?: number): void;
  isGivenUp(): boolean;
  /** Resolves as the work does, or rejects when it is given up. The work itself may never end. */
  run<T>(work: Promise<T>): Promise<T>;
}

const usualMs = 900_000;
/** Time in ms within which a target responds, and its least speed in bytes per ms: 1 MB/s. */
const targetMs = 120_000;
const bytesPerMs = 1000;
const checkMs = 1000;

/** Begins to watch. It is given up too when `lost` fires. */
export function watchProgress(lost: AbortSignal, now: () => number = () => performance.now()): Progress {
  let expectedAt = now() + usualMs;
  let allowed = usualMs;
  let fault: Error | null = null;
  return {
    step(allowedMs = usualMs) {
      if (lost.aborted) fault ??= lost.reason as Error;
      if (fault) throw fault;
      allowed = allowedMs;
      expectedAt = now() + allowedMs;
    },
    isGivenUp: () => fault !== null,
    async run(work) {
      let timer: NodeJS.Timeout | undefined;
      const givenUp = new Promise<never>((_, reject) => {
        timer = setInterval(() => {
          if (lost.aborted) fault ??= lost.reason as Error;
          else if (now() > expectedAt) {
            fault ??= new Error(
              `There was no progress for ${Math.round(allowed / 1000)} s: the place or a store hangs`,
            );
          }
          if (fault) reject(fault);
        }, checkMs);
      });
      try {
        return await Promise.race([work, givenUp]);
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/** A target whose calls report progress. */
export function watchTarget(target: BackupTarget, progress: Progress): BackupTarget {
  const watched = async <T>(call: () => Promise<T>, bytes = 0): Promise<T> => {
    progress.step(targetMs + bytes / bytesPerMs);
    const result = await call();
    progress.step();
    return result;
  };
  return {
    put: async (name, path, sha256) => {
      const { size } = await stat(path);
      await watched(() => target.put(name, path, sha256), size);
    },
    read: (name) => watched(() => target.read(name)),
    async *list(folder) {
      progress.step(targetMs);
      for await (const file of target.list(folder)) {
        progress.step(targetMs);
        yield file;
      }
      progress.step();
    },
    remove: (name) => watched(() => target.remove(name)),
    close: () => target.close(),
  };
}
