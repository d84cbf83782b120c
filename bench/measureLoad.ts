import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Result of loading one URL. */
export interface Load {
  requestsPerSecond: number;
  /** Responses outside 2xx, and errors. */
  failures: number;
}

/** Options of a load. */
export interface LoadOptions {
  seconds: number;
  connections: number;
  method?: 'GET' | 'POST';
  /** Request body. */
  body?: string;
  /** Size of a correct response in bytes; a smaller average is an error. */
  answerBytes?: number;
}

/** Arguments that pin a process to one core, where the machine supports it. */
export function pinnedTo(core: number): string[] {
  return existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', String(core)] : [];
}

/** Loads a URL at the highest rate that it answers, from a process of its own on the second core, and measures. */
export async function measureLoad(url: string, options: LoadOptions): Promise<Load> {
  const command = [
    ...pinnedTo(1),
    process.execPath,
    'node_modules/autocannon/autocannon.js',
    ...['--json', '--no-progress', '-c', String(options.connections), '-d', String(options.seconds)],
    ...['-m', options.method ?? 'GET'],
    ...(options.body === undefined ? [] : ['-b', options.body]),
    url,
  ];
  const { stdout } = await run(command[0] ?? '', command.slice(1), { maxBuffer: 10_000_000 });
  const result = JSON.parse(stdout) as {
    requests: { average: number; total: number };
    throughput: { total: number };
    non2xx: number;
    errors: number;
  };
  const bytes = result.throughput.total / result.requests.total;
  if (bytes < (options.answerBytes ?? 0)) throw new Error(`${url} answered ${bytes.toFixed(0)} bytes on average`);
  return {
    requestsPerSecond: result.requests.average,
    failures: result.non2xx + result.errors,
  };
}

/** Measures a load, and the server's processor time per response in microseconds. */
export async function measureCost(
  server: { cpu(): number },
  url: string,
  options: LoadOptions,
): Promise<Load & { cpuMicros: number }> {
  const before = server.cpu();
  const load = await measureLoad(url, options);
  const answers = load.requestsPerSecond * options.seconds;
  return { ...load, cpuMicros: ((server.cpu() - before) / answers) * 1e6 };
}

/** The median. */
export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
