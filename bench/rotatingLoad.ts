import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinnedTo } from './measureLoad.ts';
import { builtScript, type BenchServer } from './servers.ts';

const run = promisify(execFile);

/** A load of POST requests whose bodies take turns. */
export interface RotatingLoadOptions {
  bodies: readonly string[];
  seconds: number;
  /** Requests per second, at equal intervals and independent of responses; absent = as many as `connections` allow. */
  rate?: number;
  /** Requests at a time, if there is no rate. */
  connections?: number;
  /** A text that a correct response contains this many times. */
  expected: { text: string; count: number };
}

/** Input of the process that loads. */
export interface RotatingLoadTask extends Omit<RotatingLoadOptions, 'bodies'> {
  port: number;
  /** A file with one request per line, as a JSON string. */
  requestsFile: string;
}

/** Result of a rotating load. Times are milliseconds from when a request was due to the last byte of its response. */
export interface RotatingLoadResult {
  answered: number;
  /** Responses outside 2xx or without what is expected, and requests without a response. */
  failures: number;
  seconds: number;
  p99: number;
}

/** Loads a URL from a process of its own on the second core, and measures the server's processor time per response. */
export async function rotatingLoad(
  server: Pick<BenchServer, 'cpu'>,
  url: string,
  { bodies, ...options }: RotatingLoadOptions,
): Promise<RotatingLoadResult & { cpuMs: number }> {
  const { hostname, port, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-load-'));
  try {
    const requestsFile = join(folder, 'requests');
    const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`;
    const requests = bodies.map((body) => `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    writeFileSync(requestsFile, requests.map((request) => JSON.stringify(request)).join('\n'));
    const task: RotatingLoadTask = { ...options, port: Number(port), requestsFile };
    const built = await builtScript('bench/rotatingLoadChild.ts');
    const command = [...pinnedTo(1), process.execPath, built, JSON.stringify(task)];
    const before = server.cpu();
    const { stdout } = await run(command[0] ?? '', command.slice(1), { maxBuffer: 10_000_000 });
    const result = JSON.parse(stdout) as RotatingLoadResult;
    return { ...result, cpuMs: ((server.cpu() - before) / result.answered) * 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
