import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, type FileLock } from '#storage/lockFile.ts';

/** Takes the lock of a file once no other process has it. */
export async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    const lock = lockFile(path);
    if (lock) return lock;
    await sleep(50);
  }
}
