import { readdir, readFile } from 'node:fs/promises';

/** The children of a process with the roles in their command lines. */
export async function childrenOf(parent: number): Promise<{ pid: number; role: string }[]> {
  const found: { pid: number; role: string }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8');
      // The command in parentheses may contain spaces; the parent's id is the second value after it.
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== parent) continue;
      const words = (await readFile(`/proc/${name}/cmdline`, 'utf8')).split('\0');
      found.push({ pid: Number(name), role: words[words.indexOf('child') + 1] ?? '' });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}
