import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../e2e/apiClient.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';

/** Starts the product again whenever it ends, with sockets that stay open, as systemd does. */
const manager = `while :; do
  LISTEN_FDS=2 LISTEN_FDNAMES=ads:console sh -c 'export LISTEN_PID=$$; exec "$0" dist/server/main.js start' "$0"
done`;

/** Listens on a free port. */
async function listen(): Promise<{ server: Server; port: number; fd: number }> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as { port: number };
  const { fd } = Reflect.get(server, '_handle') as { fd: number };
  return { server, port, fd };
}

test('with sockets that a service manager holds, a restart of the parent refuses no connection', async () => {
  const dataDir = await copyMigratedStore('all');
  const [ads, site] = await Promise.all([listen(), listen()]);
  const env = {
    ...process.env,
    // Ports of the settings are not opened: these could not be.
    PORT: '1',
    ADS_PORT: '2',
    HOST: '192.0.2.1',
    DATA_DIR: dataDir,
    SERVING_WORKERS: '1',
    REHEARSAL_MS: '0',
    ADMIN_PASSWORD: 'passed-sockets-password',
  };
  const child = spawn('sh', ['-c', manager, process.execPath], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit', ads.fd, site.fd],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  ads.server.close();
  site.server.close();
  const starts = () => [...output.matchAll(/Bidhouse is ready \(process (\d+)/g)].map(([, pid]) => Number(pid));
  const started = (count: number) =>
    eventually(
      async () => starts(),
      (pids) => pids.length >= count,
      400,
    );
  const load = { isOver: false };
  const failures: string[] = [];
  let responses = 0;
  try {
    await started(1);
    const callers = [`http://127.0.0.1:${ads.port}/healthz`, `http://127.0.0.1:${site.port}/healthz`].map(
      async (url) => {
        while (!load.isOver) {
          await fetch(url, { headers: { connection: 'close' } }).then(
            ({ status }) => (status === 200 ? (responses += 1) : failures.push(`${url} ${status}`)),
            (error: Error) => failures.push(`${url} ${String(error.cause)}`),
          );
          await sleep(20);
        }
      },
    );
    process.kill(starts()[0] ?? 0, 'SIGTERM');
    await started(2);
    load.isOver = true;
    await Promise.all(callers);
    expect(failures).toEqual([]);
    expect(responses).toBeGreaterThan(2);
  } finally {
    load.isOver = true;
    child.kill('SIGKILL');
    const exited = new Promise((done) => {
      child.stdout?.once('close', done);
    });
    process.kill(starts().at(-1) ?? 0, 'SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
