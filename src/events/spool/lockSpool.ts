import { mkdirSync } from 'node:fs';
import { holderOf, lockFile, type FileLock } from '#storage/lockFile.ts';

const maxTries = 50;
const pauseMs = 20;

/** Locks a spool's folder for the process that writes to it; null when another process does. */
export function lockSpool(dir: string): FileLock | null {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return lockFile(lockPathOf(dir));
}

/** The same for a process that will write: a worker may have the lock for a moment. Throws after a second. */
export function lockSpoolSoon(dir: string): FileLock {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const lock = lockSpool(dir);
    if (lock) return lock;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  throw new Error(`${holderOf(lockPathOf(dir))} writes to the spool ${dir}`);
}

/** Beside the folder, which has files of records only. */
function lockPathOf(dir: string): string {
  return `${dir}.lock`;
}
