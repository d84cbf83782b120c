import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, type FileLock } from '#storage/lockFile.ts';

/** Acquires the lock of a file once no other process holds it. */
export async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    const lock = lockFile(path);
    if (lock) return lock;
    await sleep(50);
  }
}
