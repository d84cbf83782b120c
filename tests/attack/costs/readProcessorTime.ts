import { readdir, readFile } from 'node:fs/promises';

/** Nanoseconds of processor time that a process has used so far in all of its threads. */
export async function readProcessorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      // Time on the processor, time waiting for it, and number of time slices. A thread may end meanwhile.
      const schedstat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(schedstat.split(' ')[0]);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
