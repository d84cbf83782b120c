import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { isAbsolute } from 'node:path';
import type { RoleName } from './roles.ts';
import { servingLaunch } from './servingLaunch.ts';

/** File descriptor for heartbeats of the store while a statement runs. */
export const heartbeatFd = 4;

export interface SpawnOptions {
  /** Path of the script that runs a role. */
  entry: string;
  /** Settings in addition to the environment of this process. */
  env: NodeJS.ProcessEnv;
  /** File descriptors that every child inherits, so that their locks last as long as the last of them. */
  lockFds: readonly number[];
  /** Folder of compiled code, which a child reads and writes, and starts without where it cannot. */
  compileCache: string;
}

/** Starts a process for a role. */
export function spawnRole(role: RoleName, { entry, env: settings, lockFds, compileCache }: SpawnOptions): ChildProcess {
  const env = { ...process.env, ...settings, NODE_COMPILE_CACHE: compileCache };
  // The path as given: a link in it may lead to a newer runtime at a reload.
  const execPath = isAbsolute(process.argv0) ? process.argv0 : process.execPath;
  const usual: StdioOptions = ['inherit', 'inherit', 'inherit', 'ipc'];
  if (role === 'serving') {
    return fork(entry, ['child', role], {
      env: { ...env, ...servingLaunch.env },
      execPath,
      execArgv: [...process.execArgv, ...servingLaunch.execArgv],
      stdio: [...usual, ...lockFds],
    });
  }
  if (role !== 'store') return fork(entry, ['child', role], { env, execPath, stdio: [...usual, ...lockFds] });
  // chDB runs its queries on libuv's threads: with the default of four, one heavy report would block everything.
  return fork(entry, ['child', role], {
    env: { ...env, UV_THREADPOOL_SIZE: '32' },
    execPath,
    stdio: [...usual, 'pipe', ...lockFds],
  });
}
