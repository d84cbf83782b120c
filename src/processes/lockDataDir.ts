import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, lockFile, type FileLock } from '#storage/lockFile.ts';

/** Children exit within ten seconds of their parent. */
const maxWaitMs = 15_000;

/**
 * Locks the data folder for this process and the children that inherit the returned file descriptor. Nothing else in
 * the folder may be touched before. The kernel releases both locks when their processes end. `parent.lock` is held by
 * the parent only: when it is taken, throws at once an Error that names its holder. `children.lock` is held by the
 * parent and its children: a start after a killed parent waits until the last child has exited, and throws after 15
 * seconds. `print` receives a line before that wait.
 */
export async function lockDataDir(folder: string, print: (line: string) => void): Promise<number> {
  makeFolder(folder);
  const parentPath = join(folder, 'parent.lock');
  const parent = lockFile(parentPath);
  if (!parent) {
    throw new Error(
      `The data folder ${folder} is in use by ${holderOf(parentPath)}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    );
  }
  try {
    return (await lockWhenFree(folder, print)).fd;
  } catch (error) {
    parent.release();
    throw error;
  }
}

async function lockWhenFree(folder: string, print: (line: string) => void): Promise<FileLock> {
  const path = join(folder, 'children.lock');
  for (let waitedMs = 0; waitedMs <= maxWaitMs; waitedMs += 100) {
    const children = lockFile(path);
    if (children) return children;
    if (waitedMs === 0) print(`Waiting for the children of ${holderOf(path)} to release the data folder ${folder}`);
    await sleep(100);
  }
  throw new Error(`The data folder ${folder} is still in use by children of ${holderOf(path)}. Stop them first.`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The data folder ${folder} cannot be created (${code ?? String(error)}).`, { cause: error });
  }
}
