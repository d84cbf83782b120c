import { existsSync } from 'node:fs';

/** Arguments that pin a process to one core, where the machine supports it. */
export function pinnedTo(core: number): string[] {
  return existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', String(core)] : [];
}
