import { statfsSync } from 'node:fs';

/** Where Linux holds files in memory. */
export const sharedMemory = '/dev/shm';

/** Bytes that files in memory may still take; 0 where there is no place for them. Containers may have 64 MB for it. */
export function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
