import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** A lock on a file, which contains the id of the locking process. */
export interface FileLock {
  /** The open file. A process that inherits it holds the lock too. */
  fd: number;
  /** Writes this process's ID into the file. */
  writeId(): void;
  release(): void;
}

/**
 * Locks the file at `path`, created if missing, and writes this process's id into it; null when another process holds
 * it. Without `hasId`, the ID is written by `writeId` only. `shared` locks are held by any number of processes, and by none beside one that is not shared. The lock belongs to the open file: the kernel releases it when the last process that has the file open ends, in
 * any way. The file itself stays, because a removed file could be locked twice. Throws an Error that names the folder
 * when it is not writable or its file system does not support locks.
 */
export function lockFile(path: string, { shared = false, hasId = true } = {}): FileLock | null {
  const fd = openLockFile(path);
  try {
    if (!isLockedNow(fd, path, shared)) {
      closeSync(fd);
      return null;
    }
    if (hasId) writeId(fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let isReleased = false;
  return {
    fd,
    writeId: () => writeId(fd),
    release() {
      if (!isReleased) closeSync(fd);
      isReleased = true;
    },
  };
}

function writeId(fd: number): void {
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
}

/** Whether a process has the file at `path` locked for itself. Leaves the file as it is. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const fd = openSync(path, 'r');
  try {
    return !tryLock(fd, { shared: true });
  } finally {
    closeSync(fd);
  }
}

/** The process that last locked the file, as text for messages. */
export function holderOf(path: string): string {
  const pid = readFileSync(path, 'utf8').trim();
  return /^\d+$/.test(pid) ? `process ${pid}` : 'another process';
}

function openLockFile(path: string): number {
  try {
    // Not truncated: another process may own it.
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    throw new Error(`The data folder ${dirname(path)} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

function isLockedNow(fd: number, path: string, shared: boolean): boolean {
  try {
    return tryLock(fd, { shared });
  } catch (error) {
    throw new Error(
      `The file system of the data folder ${dirname(path)} does not support file locks (${codeOf(error)}). ` +
        'Set DATA_DIR to a folder on a local disk.',
      { cause: error },
    );
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
