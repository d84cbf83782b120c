import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolderAsync } from './diskSync.ts';
import { sealedName } from './spoolNames.ts';

const datasync = promisify(fdatasync);

/** The spool file that is being written. */
export interface SpoolFile {
  readonly size: number;
  /** Appends complete frames: all of them or, when it throws, none. */
  write(bytes: Buffer): void;
  /** Resolves when everything written before the call is on disk. Concurrent calls share one fdatasync. */
  sync(): Promise<void>;
  /**
   * Ends the file: syncs it and gives it its sealed name, or deletes it if empty. Nothing may be written afterwards.
   * May be retried.
   */
  seal(): Promise<void>;
}

/** Creates a file. Its name must be new. */
export function createSpoolFile(path: string): SpoolFile {
  const fd = openSync(path, 'wx', 0o600);
  const folder = dirname(path);
  let size = 0;
  let isClosed = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  // Once sealing has started nothing more is written, so its sync serves all callers.
  let lastSync: Promise<void> | null = null;
  // A file is only as durable as its name.
  let isNameDurable = false;

  const syncNow = async () => {
    if (!isNameDurable) {
      await syncFolderAsync(folder);
      isNameDurable = true;
    }
    await datasync(fd);
  };
  const startSync = (): Promise<void> => {
    const sync = syncNow().finally(() => {
      if (running === sync) running = null;
    });
    running = sync;
    next = null;
    return sync;
  };
  const sync = (): Promise<void> => {
    if (lastSync) return lastSync;
    if (!running) return startSync();
    // The running sync may have started before our bytes were written: wait for the next one.
    next ??= running.then(startSync, startSync);
    return next;
  };

  return {
    get size() {
      return size;
    },
    write(bytes) {
      // Every write has a fixed position: the next write overwrites what a failed one has left, or sealing truncates
      // them.
      let done = 0;
      while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, size + done);
      size += bytes.length;
    },
    sync,
    async seal() {
      if (!isClosed) {
        if (fstatSync(fd).size > size) ftruncateSync(fd, size);
        lastSync = null;
        lastSync = sync();
        await lastSync;
        closeSync(fd);
        isClosed = true;
      }
      if (size === 0) return unlink(path);
      await rename(path, sealedName(path));
      await syncFolderAsync(folder);
    },
  };
}
