import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A worker in a process of its own. */
export interface TestNode {
  dataDir: string;
  settings: NodeJS.ProcessEnv;
  process: ChildProcess;
  /** Ends it by a signal, or as a role ends. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the worker of a node. Resolves when it loads. */
export async function startTestNode(settings: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<TestNode> {
  const child = fork(join(import.meta.dirname, 'workerChild.ts'), [], {
    execArgv: [],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings },
  });
  const isReady = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  if (!isReady) throw new Error('The worker did not start');
  return {
    dataDir: settings.DATA_DIR,
    settings,
    process: child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (signal) child.kill(signal);
      else child.send('stop');
      await ended;
    },
  };
}
