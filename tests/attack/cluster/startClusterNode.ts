import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { childrenOf } from '../../e2e/childrenOf.ts';
import type { Network } from './startNetwork.ts';

/** The product on one machine of a network. */
export interface ClusterNode {
  name: string;
  dataDir: string;
  output(): string;
  /** Its processes by role. */
  processes(): Promise<{ pid: number; role: string }[]>;
  isRunning(): boolean;
  /** Starts it again after its parent was killed or stopped. Resolves when it is ready. */
  startAgain(): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
}

/** The program that a machine runs, and with which roles. */
export interface ClusterProgram {
  /** Path of the program. Default: the build in dist/. */
  program?: string;
  /** Default: all. */
  roles?: readonly string[];
}

/** Starts the product on a machine with the given settings, and waits until it is ready. */
export async function startClusterNode(
  network: Pick<Network, 'on'>,
  name: string,
  dataDir: string,
  settings: Record<string, string>,
  { program = 'dist/server/main.js', roles = [] }: ClusterProgram = {},
): Promise<ClusterNode> {
  let child: ChildProcess;
  let printed = '';
  const start = () =>
    new Promise<void>((notifyReady, notifyFailed) => {
      const from = printed.length;
      const [command = '', ...args] = network.on(name);
      child = spawn(command, [...args, process.execPath, program, 'start', ...roles], {
        env: { ...process.env, ...settings, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.slice(from).includes('Bidhouse is ready')) notifyReady();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code, signal) =>
        notifyFailed(new Error(`${name} stopped (${signal ?? code}):\n${printed.slice(from)}`)),
      );
    });
  await start();
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    dataDir,
    output: () => printed,
    async processes() {
      const pid = child.pid ?? 0;
      return [{ pid, role: 'parent' }, ...(await childrenOf(pid))];
    },
    isRunning,
    startAgain: start,
    async stop() {
      if (!isRunning()) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
