import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { waitForLock } from './waitForLock.ts';

/** A folder that the first worker of a run fills when it needs it, while others wait; it is not changed afterwards. */
export async function createOncePerRun(name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const lock = await waitForLock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return folder;
    const draft = await mkdtemp(`${folder}-`);
    await fill(draft);
    await rename(draft, folder);
    return folder;
  } finally {
    lock.release();
  }
}
