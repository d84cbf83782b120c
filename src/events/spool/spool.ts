import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFrameBatch } from './frames.ts';
import { encodeRecord } from '../record/recordCodec.ts';
import type { SpoolRecord } from '../record/records.ts';
import { lockSpoolSoon } from './lockSpool.ts';
import { recoverSpool } from './recoverSpool.ts';
import { createSpoolFile, type SpoolFile } from './spoolFile.ts';
import { openName } from './spoolNames.ts';
import { SpoolUnavailable } from './spoolUnavailable.ts';

/** A folder to which records are appended. Only one process writes to it. */
export interface Spool {
  /**
   * Resolves when the operating system has the record: it survives a crash of this process. The records of one turn of
   * the event loop share one write. Rejects with SpoolUnavailable.
   */
  append(record: SpoolRecord): Promise<void>;
  /** Resolves when the record is on disk: it survives a power cut. Rejects with SpoolUnavailable. */
  appendDurably(record: SpoolRecord): Promise<void>;
  /** Writes and seals everything that was appended. */
  close(): Promise<void>;
}

export interface SpoolOptions {
  dir: string;
  /** Age at which a file is sealed, which makes it available to the loader. */
  sealAfterMs?: number;
  /** Size at which a file is sealed. */
  sealAfterBytes?: number;
  /** Called when the disk starts to reject writes, once until it accepts records again. */
  onFull?: (error: SpoolUnavailable) => void;
  now?: () => number;
}

/** The records of one turn of the event loop. */
interface Turn {
  written: Promise<void>;
  durable: Promise<void> | null;
  file: SpoolFile | null;
}

const sealRetryMs = 1000;

/**
 * Opens a spool, locks it for this process and seals the files of an earlier one. Throws when another process writes to
 * it. Writes are synchronous, into the page cache: cheaper than a
 * trip to a thread, and never behind a slow DNS lookup on libuv's few threads. Only fdatasync goes there.
 */
export function openSpool(options: SpoolOptions): Spool {
  const { dir, sealAfterMs = 1000, sealAfterBytes = 8 * 1024 * 1024, onFull, now = Date.now } = options;
  const run = randomBytes(4).toString('hex');
  const batch = createFrameBatch();
  const sealing = new Set<Promise<void>>();
  const lock = lockSpoolSoon(dir);
  let { lastSeq } = recoverSpool(dir);
  let file: SpoolFile | null = null;
  let sealTimer: NodeJS.Timeout | undefined;
  let turn: Turn | null = null;
  let isRefused = false;
  let isClosed = false;

  const refuse = (cause: unknown): SpoolUnavailable => {
    const error = new SpoolUnavailable(cause);
    if (!isRefused) onFull?.(error);
    isRefused = true;
    return error;
  };

  const openFile = (): SpoolFile => {
    lastSeq = Math.max(lastSeq + 1, now());
    const opened = createSpoolFile(join(dir, openName(lastSeq, run)));
    file = opened;
    sealTimer = setTimeout(() => seal(opened), sealAfterMs);
    sealTimer.unref();
    return opened;
  };

  const seal = (ended: SpoolFile): void => {
    if (file !== ended) return;
    clearTimeout(sealTimer);
    file = null;
    const sealed = sealUntilDone(ended).finally(() => sealing.delete(sealed));
    sealing.add(sealed);
  };

  const sealUntilDone = async (ended: SpoolFile): Promise<void> => {
    for (;;) {
      try {
        return await ended.seal();
      } catch (error) {
        refuse(error);
        // The next start seals it at the latest.
        if (isClosed) return;
        await new Promise((resolve) => {
          setTimeout(resolve, sealRetryMs).unref();
        });
      }
    }
  };

  /**
   * Writes the frames of a turn. After a failed write, the next turn tries the same file again, until the file's age
   * replaces it.
   */
  const write = (written: Turn): void => {
    turn = null;
    try {
      const target = file ?? openFile();
      target.write(batch.bytes());
      written.file = target;
      isRefused = false;
      if (target.size >= sealAfterBytes) seal(target);
    } catch (error) {
      throw refuse(error);
    } finally {
      batch.clear();
    }
  };

  const startTurn = (): Turn => {
    const started: Turn = { written: Promise.resolve(), durable: null, file: null };
    started.written = new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          write(started);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return started;
  };

  const add = (record: SpoolRecord): Turn => {
    batch.add(encodeRecord(record));
    turn ??= startTurn();
    return turn;
  };

  const makeDurable = async (written: Turn): Promise<void> => {
    await written.written;
    const target = written.file;
    try {
      await target?.sync();
    } catch (error) {
      // After a failed fdatasync the kernel may have dropped pages: nothing more is written to this file.
      if (target) seal(target);
      throw refuse(error);
    }
  };

  return {
    append(record) {
      if (isClosed) return Promise.reject(new SpoolUnavailable(new Error('it is closed')));
      return add(record).written;
    },
    appendDurably(record) {
      if (isClosed) return Promise.reject(new SpoolUnavailable(new Error('it is closed')));
      const joined = add(record);
      joined.durable ??= makeDurable(joined);
      return joined.durable;
    },
    async close() {
      isClosed = true;
      await turn?.written.catch(() => undefined);
      if (file) seal(file);
      await Promise.all(sealing);
      lock.release();
    },
  };
}
