import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A folder on a disk of this machine that can be slow for some processes. */
export interface SlowDisk {
  folder: string;
  /** Lets processes, and those that they start from now on, write so many times per second in total. */
  slow(pids: readonly number[], writesPerSecond: number): void;
  /** Lets all write as they like. */
  speedUp(): void;
  close(): Promise<void>;
}

/** Not the temporary folder, which may be in memory. */
const parent = '/var/tmp';

/** Opens a folder. The system’s block I/O controller delays the writes. Needs root. */
export function openSlowDisk(): SlowDisk {
  const folder = mkdtempSync(`${parent}/bidhouse-slow-`);
  // Version 2 has one hierarchy, version 1 one for block devices.
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.procs');
  const root = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/blkio';
  const group = `${root}/bidhouse-fault-${process.pid}`;
  const device = execFileSync('findmnt', ['--noheadings', '--output', 'MAJ:MIN', '--target', folder], {
    encoding: 'utf8',
  }).trim();
  mkdirSync(group);
  let slowed: readonly number[] = [];
  const limit = (writesPerSecond: number) => {
    if (isUnified) writeFileSync(`${group}/io.max`, `${device} wiops=${writesPerSecond || 'max'}`);
    else writeFileSync(`${group}/blkio.throttle.write_iops_device`, `${device} ${writesPerSecond}`);
  };
  const move = (pid: number, to: string) => {
    try {
      writeFileSync(`${to}/cgroup.procs`, String(pid));
    } catch {
      // It has ended.
    }
  };
  return {
    folder: `${folder}/data`,
    slow(pids, writesPerSecond) {
      limit(writesPerSecond);
      slowed = pids;
      for (const pid of pids) move(pid, group);
    },
    speedUp() {
      limit(0);
      for (const pid of slowed) move(pid, root);
    },
    async close() {
      limit(0);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      // The processes that were started meanwhile have ended by now, or will soon.
      for (let tries = 0; existsSync(group) && tries < 100; tries += 1) {
        try {
          rmdirSync(group);
        } catch {
          await pause(100);
        }
      }
    },
  };
}
