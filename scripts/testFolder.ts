import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeSharedMemory, sharedMemory } from './sharedMemory.ts';

/** Bytes of memory that must be free: a run writes one GiB. */
const spareBytes = 4 * 1024 ** 3;

/** Prefix of the folders of runs; tests name nothing else like this. */
const prefix = 'bidhouse-tests-';

/**
 * Creates the folder that a test run writes everything to: in memory if there is plenty of it, because stores that
 * write to a disk use a fifth more processor time and wait for it. Removes the folders of killed runs.
 */
export function openTestFolder(): string {
  const isRoomy = Math.min(freeSharedMemory(), process.availableMemory()) > spareBytes;
  const parent = isRoomy ? sharedMemory : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : undefined;
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // PostgreSQL refuses to run as root: its server then runs as another user, who must be able to reach its folder in
  // this one.
  chmodSync(folder, 0o711);
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
