import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolderAsync } from './diskSync.ts';
import { sealedName } from './spoolNames.ts';

const datasync = promisify(fdatasync);

/** The file of a spool that is being written. */
export interface SpoolFile {
  readonly size: number;
  /** Appends whole frames: all of them or, when it throws, none. */
  write(bytes: Buffer): void;
  /** Resolves when everything written before the call is on the disk. Calls at the same time share one fdatasync. */
  sync(): Promise<void>;
  /** Ends the file: on the disk, under its sealed name; gone if empty. Nothing may be written after. May be retried. */
  seal(): Promise<void>;
}

/** Creates a file; its name must be new. */
export function createSpoolFile(path: string): SpoolFile {
  const fd = openSync(path, 'wx', 0o600);
  const folder = dirname(path);
  let size = 0;
  let isClosed = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  // Once the end has begun nothing more is written, so its sync serves everyone.
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
    // The one that runs may have begun before our bytes were written: wait for the one behind it.
    next ??= running.then(startSync, startSync);
    return next;
  };

  return {
    get size() {
      return size;
    },
    write(bytes) {
      // Every write has its place: what a failed one left behind is written over by the next, or cut off at the seal.
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
