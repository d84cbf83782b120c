import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pinnedTo, type LoadOptions } from './measureLoad.ts';
import { builtScript } from './servers.ts';

const run = promisify(execFile);

/**
 * Not measured: requests that differ from those of the warm-up make V8 discard its compiled code. The tenth of a second
 * in which it recompiles would be all that a p99 of five seconds shows.
 */
const warmSeconds = 2;

/** Port, rate per second and duration of a load. */
export interface SteadyLoadRequest {
  port: number;
  /** The request as text. */
  request: string;
  rate: number;
  seconds: number;
}

/** Result of a steady load. */
export interface SteadyLoad {
  /** Milliseconds from when a request was due to the last byte of its response. */
  p99: number;
  /** Responses outside 2xx, and requests without a response. */
  failures: number;
}

/**
 * Loads a URL with this many requests per second at equal intervals, independent of earlier responses, from a process
 * of its own on the second core.
 */
export async function steadyLoad(
  url: string,
  { rate, seconds, method = 'GET', body }: Pick<LoadOptions, 'seconds' | 'method' | 'body'> & { rate: number },
): Promise<SteadyLoad> {
  const { hostname, port, pathname, search } = new URL(url);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${hostname}`, 'user-agent: Mozilla/5.0'];
  if (body !== undefined) head.push(`content-length: ${Buffer.byteLength(body)}`);
  const request = `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
  const built = await builtScript('bench/steadyLoadChild.ts');
  const runLoad = async (load: SteadyLoadRequest) => {
    const command = [...pinnedTo(1), process.execPath, built, JSON.stringify(load)];
    const { stdout } = await run(command[0] ?? '', command.slice(1), { maxBuffer: 10_000_000 });
    return JSON.parse(stdout) as SteadyLoad;
  };
  const load = { port: Number(port), request, rate, seconds };
  await runLoad({ ...load, seconds: warmSeconds });
  return runLoad(load);
}
