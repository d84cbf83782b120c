import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeSharedMemory, sharedMemory } from './sharedMemory.ts';

/** Bytes of memory that must be free: a run writes one GiB. */
const spareBytes = 4 * 1024 ** 3;

/** Of the folders of runs, and of nothing that tests themselves make. */
const prefix = 'bidhouse-tests-';

/**
 * Makes the folder that a run of tests writes everything to: in memory where there is plenty of it, because stores that
 * write to a disk take a fifth more of the processors and wait for it. Removes what runs that were killed have left.
 */
export function openTestFolder(): string {
  const isRoomy = Math.min(freeSharedMemory(), process.availableMemory()) > spareBytes;
  const parent = isRoomy ? sharedMemory : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : undefined;
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // PostgreSQL refuses root: its server runs as another user then, who must find its own folder in this one.
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
