import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { servingLaunch } from '#processes/servingLaunch.ts';
import { freePort } from '../tests/e2e/freePort.ts';
import { endWithBench } from './endWithBench.ts';
import type { FloorTask } from './floorTask.ts';
import { pinnedTo } from './pinnedTo.ts';
import { writeSnapshot, type BenchBidders } from './servedSnapshot.ts';

/** A server of a bench, on the first core by default. */
export interface BenchServer {
  url: string;
  /** Milliseconds from the start of the process to its first response. */
  startMs: number;
  /** Resident memory in bytes. */
  memory(): number;
  /** Processor time used, in seconds. */
  cpu(): number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Longer than any bench, so that a saturated server sheds nothing. */
const noSheddingMs = 3_600_000;

/**
 * Starts one serving process with this many tags, bidders and campaigns in its stored snapshot. It runs an auction for
 * every request, except in the overload bench.
 */
export async function startBenchServing(
  tagCount: number,
  bidders?: BenchBidders,
  overloadMs = noSheddingMs,
  campaigns = 0,
  moreEnv: Readonly<Record<string, string>> = {},
): Promise<BenchServer & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  writeSnapshot(dataDir, tagCount, bidders, campaigns);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    ADS_PORT: String(port),
    HOST: '127.0.0.1',
    // Ads use https, as in production.
    ADS_URL: 'https://ads.example',
    // Viewers differ by the address that a proxy reports.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    OVERLOAD_MS: String(overloadMs),
    ...(bidders ? { ALLOW_PRIVATE_ADDRESSES: '1' } : {}),
    ...moreEnv,
  };
  const server = await startChild(
    'bench/servingChild.ts',
    { ...servingLaunch.env, ...env },
    url,
    0,
    servingLaunch.execArgv,
  );
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the bare server that returns these bytes at /bytes and an empty response at /none. */
export async function startBareServer(body: Buffer): Promise<BenchServer> {
  const port = await freePort();
  return startChild(
    'bench/bareChild.ts',
    { BARE_PORT: String(port), BARE_BODY: body.toString('base64') },
    `http://127.0.0.1:${port}`,
  );
}

/** Starts the server that does for a recorded response what none can do without (`floorChild.ts`). */
export async function startFloorServer(task: FloorTask): Promise<BenchServer> {
  const port = await freePort();
  const file = `${task.spoolDir}.json`;
  writeFileSync(file, JSON.stringify(task));
  return startChild(
    'bench/floorChild.ts',
    { FLOOR_PORT: String(port), FLOOR_TASK: file },
    `http://127.0.0.1:${port}`,
    0,
    servingLaunch.execArgv,
  );
}

/** A script compiled as in the product: a runner of TypeScript sources would name functions at each call. */
export async function builtScript(script: string): Promise<string> {
  const outfile = join('node_modules', '.bench', `${basename(script, '.ts')}.mjs`);
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}

/** Starts a script as a process of its own; resolves when it reports that it is ready. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  url: string,
  core = 0,
  execArgv: readonly string[] = [],
): Promise<BenchServer> {
  const built = await builtScript(script);
  const startedAt = performance.now();
  const command = [...pinnedTo(core), process.execPath, ...execArgv, built];
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithBench(child);
  await new Promise<void>((notifyReady, notifyFailed) => {
    child.stdout?.once('data', () => notifyReady());
    child.once('exit', (code) => notifyFailed(new Error(`${script} stopped with code ${code}`)));
  });
  return {
    url,
    startMs: performance.now() - startedAt,
    ...resourcesOf(child.pid ?? 0),
    signal(name) {
      child.kill(name);
    },
    async stop() {
      const exited = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resident memory of a process in bytes, and the processor time that it used in seconds. */
export function resourcesOf(pid: number): Pick<BenchServer, 'memory' | 'cpu'> {
  return {
    memory() {
      const pages = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(pages)?.[1] ?? 0) * 1024;
    },
    cpu() {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return (Number(user) + Number(system)) / 100;
    },
  };
}
