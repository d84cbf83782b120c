import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from './childrenOf.ts';
import { freePort } from './freePort.ts';

const root = resolve(import.meta.dirname, '../..');

/** The built product, running as its own processes on free ports and in a folder of its own. */
export interface Product {
  consoleUrl: string;
  adsUrl: string;
  demoUrl: string;
  dataDir: string;
  /** All output so far. */
  output(): string;
  /** The parent and its children with their roles, as the operating system lists them. */
  processes(): Promise<{ pid: number; role: string }[]>;
  /** Restarts it in the same folder after its parent was killed; resolves when it is ready. */
  startAgain(): Promise<void>;
  /** Replaces all processes except the parent; resolves when that is done. */
  reload(): Promise<void>;
  /** True while the parent process runs. */
  isRunning(): boolean;
  /** Stops it without removing its folder. */
  halt(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the build in dist/, in a new folder and with all roles by default, and waits until it reports that it is ready.
 * `onOutput` is called with all output so far, whenever there is more.
 */
export async function startProduct(
  command: 'start' | 'demo',
  settings: Record<string, string> = {},
  folder?: string,
  roles: readonly string[] = [],
  onOutput: (printed: string) => void = () => undefined,
): Promise<Product> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'bidhouse-')));
  const [port, adsPort, demoPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // Tests call more often than a program may.
    ...{ API_KEY_CALLS_PER_MINUTE: '1000000', API_ACCOUNT_CALLS_PER_MINUTE: '1000000' },
    PORT: String(port),
    ADS_PORT: String(adsPort),
    DEMO_PORT: String(demoPort),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    ADS_URL: `http://127.0.0.1:${adsPort}`,
    SERVING_WORKERS: '2',
    LOG_LEVEL: 'warn',
    REHEARSAL_MS: '0',
    ...settings,
  };
  let printed = '';
  let child: ChildProcess;

  const start = () =>
    new Promise<void>((notifyReady, notifyFailed) => {
      const from = printed.length;
      child = spawn(process.execPath, ['dist/server/main.js', command, ...roles], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        onOutput(printed);
        if (printed.slice(from).includes('Bidhouse is ready')) notifyReady();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code, signal) =>
        notifyFailed(new Error(`the product stopped (${signal ?? code}):\n${printed.slice(from)}`)),
      );
    });
  await start();

  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await exited;
  };
  return {
    consoleUrl: `http://127.0.0.1:${port}`,
    adsUrl: `http://127.0.0.1:${adsPort}`,
    demoUrl: `http://127.0.0.1:${env['DEMO_PORT']}`,
    dataDir,
    output: () => printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async processes() {
      const pid = child.pid ?? 0;
      return [{ pid, role: 'parent' }, ...(await childrenOf(pid))];
    },
    startAgain: start,
    async reload() {
      const from = printed.length;
      child.kill('SIGHUP');
      const outcome = /All processes have been replaced|The processes were not all replaced.*/;
      while (!outcome.test(printed.slice(from))) await sleep(50);
      const [text = ''] = outcome.exec(printed.slice(from)) ?? [];
      if (!text.startsWith('All')) throw new Error(text);
    },
    halt,
    async stop() {
      await halt();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
