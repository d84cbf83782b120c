import { statfsSync } from 'node:fs';

/** Linux's folder for files in memory. */
export const sharedMemory = '/dev/shm';

/** Free bytes for files in memory; 0 if the folder does not exist. Containers may have 64 MB for it. */
export function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
