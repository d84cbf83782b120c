import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** A lock on a file, which names the process that took it. */
export interface FileLock {
  /** The open file. A process that inherits it holds the lock too. */
  fd: number;
  release(): void;
}

/**
 * Locks the file at `path`, made where it is missing, and writes this process's id into it; null when somebody else
 * holds it. The lock belongs to the open file: the kernel frees it when the last process that has the file open is gone,
 * however it ended. The file itself stays, for one that is removed could be locked twice. Throws an Error that names the
 * folder where it cannot be written or its file system knows no locks.
 */
export function lockFile(path: string): FileLock | null {
  const fd = openLockFile(path);
  try {
    if (!isLockedNow(fd, path)) {
      closeSync(fd);
      return null;
    }
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`, 0);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { fd, release: () => closeSync(fd) };
}

/** The process that locked the file last, as words; for messages about one who holds it. */
export function holderOf(path: string): string {
  const pid = readFileSync(path, 'utf8').trim();
  return /^\d+$/.test(pid) ? `process ${pid}` : 'another process';
}

function openLockFile(path: string): number {
  try {
    // Not truncated: it may be somebody else's.
    return openSync(path, 'a+', 0o600);
  } catch (error) {
    throw new Error(`The data folder ${dirname(path)} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

function isLockedNow(fd: number, path: string): boolean {
  try {
    return tryLock(fd);
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
