import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../e2e/freePort.ts';
import type { AttackedStore } from './floodStores.ts';

/** The Redis fake in a process of its own, behind a URL with a password. */
export interface RedisChild extends AttackedStore {
  url: string;
  stop(): Promise<void>;
}

const script = join(import.meta.dirname, '../../stores/fakeRedisChild.ts');

/** Starts it. It listens on the same port after each kill. */
export async function startRedisChild(password: string): Promise<RedisChild> {
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const child = fork(script, [String(port)], { execArgv: [] });
    await new Promise((resolve) => child.once('message', resolve));
    return child;
  };
  let child = await start();
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    pid: async () => child.pid ?? null,
    async kill() {
      await stop();
      child = await start();
    },
    stop,
  };
}
