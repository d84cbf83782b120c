import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own in memory, which can be full. */
export interface SmallDisk {
  /** The folder on it. */
  folder: string;
  /** Fills it, and again whenever something is deleted. */
  fill(): void;
  /** Deletes what filled it. */
  free(): void;
  close(): void;
}

const refillMs = 20;

/** Mounts a tmpfs of a size in MB. Needs root. */
export function openSmallDisk(sizeMb: number): SmallDisk {
  const mount = mkdtempSync(join(tmpdir(), 'bidhouse-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'bidhouse-fault', mount]);
  const ballast = join(mount, 'ballast');
  let refilling: NodeJS.Timeout | undefined;
  let file: number | null = null;
  const free = () => {
    clearInterval(refilling);
    if (file !== null) closeSync(file);
    file = null;
    rmSync(ballast, { force: true });
  };
  return {
    folder: join(mount, 'data'),
    fill() {
      const opened = openSync(ballast, 'a');
      file = opened;
      fillFile(opened);
      refilling = setInterval(() => fillFile(opened), refillMs);
    },
    free,
    close() {
      free();
      // A process that has just ended may still have it open.
      execFileSync('umount', ['--lazy', mount]);
      rmdirSync(mount);
    },
  };
}

function fillFile(file: number): void {
  for (let size = 1024 * 1024; size >= 1;) {
    try {
      writeSync(file, Buffer.alloc(size, 1));
    } catch {
      size = Math.floor(size / 2);
    }
  }
}
