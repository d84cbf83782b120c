import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Options of a store process. */
export interface StoreProcessOptions {
  dataDir: string;
  /** The whole store, or only its ClickHouse half, which starts sooner. */
  part: 'all' | 'clickhouse';
  /** Its earlier address. */
  clickhouseUrl?: string;
}

/** Response of a store process. */
export type StoreMessage =
  | { type: 'ready'; databaseUrl: string; clickhouseUrl: string }
  | { type: 'failed'; message: string };

/** A store in a child process. */
export interface StoreProcess {
  pid: number;
  urls: { databaseUrl: string; clickhouseUrl: string };
  /** Sends the signal and waits until the process has ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a store in a child process, as the product does. Rejects with the child's message when it cannot start. */
export async function spawnStore(order: StoreProcessOptions, onSpawn?: (pid: number) => void): Promise<StoreProcess> {
  const child = fork(join(import.meta.dirname, 'storeChild.ts'), [], {
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: '32' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const pid = child.pid ?? 0;
  onSpawn?.(pid);
  const answered = new Promise<StoreMessage>((resolve) => {
    child.once('message', (message) => resolve(message as StoreMessage));
    void exited.then(() => resolve({ type: 'failed', message: 'The store process ended' }));
  });
  child.send(order, () => undefined);
  const answer = await answered;
  if (answer.type === 'failed') {
    await exited;
    throw new Error(answer.message);
  }
  return {
    pid,
    urls: answer,
    async stop(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
