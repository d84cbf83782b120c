import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputOf } from './endWithBench.ts';
import { pinnedTo } from './pinnedTo.ts';
import { builtScript, type BenchServer } from './servers.ts';

/** A load whose requests take turns. */
export interface LoadOptions {
  /** HTTP requests as text. */
  requests: readonly string[];
  seconds: number;
  /**
   * Requests per second, at equal intervals and independent of responses; absent = as many as `connections` allow. Those
   * of the first second are not part of the p99: connections are opened, and the process that loads is slow at first.
   */
  rate?: number;
  /** Connections that are open from the start. They take turns; with a rate, more are opened when all are busy. */
  connections?: number;
  /** A text that a correct response contains this many times. */
  expected?: { text: string; count: number };
}

/** Input of the process that loads. */
export interface LoadTask extends Omit<LoadOptions, 'requests'> {
  port: number;
  /** A file with one request per line, as a JSON string. */
  requestsFile: string;
}

/** Result of a load. Times are milliseconds from when a request was due to the last byte of its response. */
export interface LoadResult {
  answered: number;
  /** Responses outside 2xx or without what is expected, and requests without a response. */
  failures: number;
  seconds: number;
  p99: number;
}

/** Loads a server from a process of its own on the second core, and measures the server's processor time per response. */
export async function runLoad(
  server: Pick<BenchServer, 'cpu' | 'url'>,
  { requests, ...options }: LoadOptions,
): Promise<LoadResult & { cpuMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-load-'));
  try {
    const requestsFile = join(folder, 'requests');
    writeFileSync(requestsFile, requests.map((request) => JSON.stringify(request)).join('\n'));
    const task: LoadTask = { ...options, port: Number(new URL(server.url).port), requestsFile };
    const built = await builtScript('bench/loadChild.ts');
    const command = [...pinnedTo(1), process.execPath, built, JSON.stringify(task)];
    const before = server.cpu();
    const stdout = await outputOf(command);
    const result = JSON.parse(stdout) as LoadResult;
    return { ...result, cpuMs: ((server.cpu() - before) / result.answered) * 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
