import { execFileSync } from 'node:child_process';
import { collectGarbage } from '../../collectGarbage.ts';

/** What this process holds when all garbage is gone, in bytes. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resident bytes of a process. */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024;
}
