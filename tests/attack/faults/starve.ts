import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const limitBytes = 4 * 1024 * 1024;
const waitMs = 100;
const maxWaits = 3000;

/** Lets a process have a few more MB of memory and no more, and waits until the kernel has killed it. Needs root. */
export async function starve(pid: number): Promise<void> {
  // Version 2 has one hierarchy, version 1 one for memory.
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.procs');
  const group = `${isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory'}/bidhouse-fault-${pid}`;
  mkdirSync(group);
  try {
    if (isUnified) writeFileSync(`${group}/memory.swap.max`, '0');
    writeFileSync(`${group}/${isUnified ? 'memory.max' : 'memory.limit_in_bytes'}`, String(limitBytes));
    writeFileSync(`${group}/cgroup.procs`, String(pid));
    for (let waits = 0; readFileSync(`${group}/cgroup.procs`, 'utf8').trim() !== ''; waits += 1) {
      if (waits > maxWaits) throw new Error(`The kernel did not kill process ${pid}`);
      await pause(waitMs);
    }
  } finally {
    if (readFileSync(`${group}/cgroup.procs`, 'utf8').trim() !== '') process.kill(pid, 'SIGKILL');
    for (let tries = 0; existsSync(group) && tries < maxWaits; tries += 1) {
      try {
        rmdirSync(group);
      } catch {
        await pause(waitMs);
      }
    }
  }
}
