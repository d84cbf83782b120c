import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../e2e/freePort.ts';
import { startFakeRedis } from './fakeRedis.ts';

/** A separate server for a test. */
export interface TestRedis {
  url: string;
  /** ID of its process; absent if it runs in this one. */
  pid?: number;
  close(): Promise<void>;
}

/** The servers available on this machine: a fake everywhere, and Valkey or Redis if installed. */
export const redisServers: { name: string; start: (port?: number) => Promise<TestRedis> }[] = [
  { name: 'a stand-in of Redis', start: startFakeRedis },
  ...['valkey-server', 'redis-server'].flatMap((name) => {
    const path = find(name);
    return path === null
      ? []
      : [{ name, start: async (port?: number) => startServer(path, port ?? (await freePort())) }];
  }),
];

function find(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

async function startServer(path: string, port: number): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn(path, settings, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (/ready to accept connections/i.test(log)) resolve();
    });
    void exited.then(() => reject(new Error(`Redis did not start: ${log}`)));
  });
  return {
    pid: server.pid ?? 0,
    url: `redis://127.0.0.1:${port}`,
    async close() {
      server.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
