import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, lockFile, type FileLock } from '#storage/lockFile.ts';
import type { MainRole } from './startArguments.ts';

/** Children exit within ten seconds of their parent. */
const maxWaitMs = 15_000;

/**
 * Locks the data folder for roles of this process and its children, which inherit the returned file descriptors.
 * Nothing else in the folder may be touched before. The kernel releases the locks when their processes end. Programs
 * with different roles share a folder, and two with the same never do. Locks of the parent are held by it alone: when
 * one is taken, throws at once an Error that names its holder. Locks of the children are held by the parent and its
 * children: a start after a killed parent waits until the last child has exited, and throws after 15 seconds. `print`
 * receives a line before that wait.
 */
export async function lockDataDir(
  folder: string,
  roles: readonly MainRole[],
  print: (line: string) => void,
): Promise<number[]> {
  makeFolder(join(folder, 'locks'));
  const held: FileLock[] = [];
  try {
    // Earlier versions lock these two for all roles.
    const parent = lockForParent(folder, join(folder, 'parent.lock'), true);
    held.push(parent);
    for (const role of roles) held.push(lockForParent(folder, join(folder, 'locks', `${role}.parent`), false));
    // The file is shared with programs of other roles: one that is refused leaves their ID.
    parent.writeId();
    const inherited = [await lockWhenFree(folder, join(folder, 'children.lock'), true, print)];
    held.push(...inherited);
    for (const role of roles) {
      const lock = await lockWhenFree(folder, join(folder, 'locks', `${role}.children`), false, print);
      inherited.push(lock);
      held.push(lock);
    }
    return inherited.map(({ fd }) => fd);
  } catch (error) {
    for (const lock of held) lock.release();
    throw error;
  }
}

function lockForParent(folder: string, path: string, shared: boolean): FileLock {
  const lock = lockFile(path, { shared, hasId: !shared });
  if (lock) return lock;
  throw new Error(
    `The data folder ${folder} is in use by ${holderOf(path)}. Stop that process, or set DATA_DIR to another folder.`,
  );
}

async function lockWhenFree(
  folder: string,
  path: string,
  shared: boolean,
  print: (line: string) => void,
): Promise<FileLock> {
  for (let waitedMs = 0; waitedMs <= maxWaitMs; waitedMs += 100) {
    const children = lockFile(path, { shared });
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
    throw new Error(`The data folder ${join(folder, '..')} cannot be created (${code ?? String(error)}).`, {
      cause: error,
    });
  }
}
