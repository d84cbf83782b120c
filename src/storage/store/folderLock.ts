import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who holds a data folder. */
interface Holder {
  pid: number;
  /** What tells two processes with the same pid apart; empty where the system does not say. */
  startedAt: string;
}

/**
 * Takes the data folder for this process. Throws an Error that names the holder when another living process has it.
 * A lock that kill -9 left behind is taken over. Returns the release.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'store.lock');
  const own = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder);
  // Written whole beside the lock and then linked or renamed: nobody ever reads half a lock.
  const draft = `${path}.${process.pid}`;
  writeDurably(draft, own);
  try {
    linkSync(draft, path);
    unlinkSync(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = readHolder(path);
    if (holder && isAlive(holder)) {
      unlinkSync(draft);
      throw inUse(dataDir, holder);
    }
    renameSync(draft, path);
    // Two processes may find the same dead holder; the one whose lock stands after a while has the folder.
    await sleep(50);
    if (readText(path) !== own) throw inUse(dataDir, readHolder(path));
  }
  return () => {
    if (readText(path) === own) unlinkSync(path);
  };
}

function inUse(dataDir: string, holder: Holder | null): Error {
  return new Error(
    `The data folder ${dataDir} is in use by process ${holder?.pid ?? 'unknown'}. ` +
      'Stop that process, or set DATA_DIR to another folder.',
  );
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readHolder(path: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(readText(path) ?? '') as Partial<Holder>;
    return typeof pid === 'number' && pid > 0 ? { pid, startedAt: startedAt ?? '' } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  if (pid === process.pid) return startedAt === startOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return startedAt === '' || now === '' || now === startedAt;
}

/** Boot and clock tick at which a process started: a pid alone may have been given again. Linux only, else empty. */
function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  const boot = readText('/proc/sys/kernel/random/boot_id');
  if (stat === null || boot === null) return '';
  // Fields are counted after the process name, which may hold spaces: state is the first, the start time the 20th.
  const tick = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
  return tick === undefined ? '' : `${boot.trim()}:${tick}`;
}
