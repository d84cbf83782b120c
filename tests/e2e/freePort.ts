import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '#storage/lockFile.ts';

/** Below the ephemeral ports of Linux (from 32,768) and macOS (from 49,152). */
const first = 20_000;
const count = 12_000;

/**
 * A free port of 127.0.0.1 that stays free until it is used, also after a pause: it is not an ephemeral port, and other
 * processes that call this function avoid it as long as this one runs.
 */
export async function freePort(): Promise<number> {
  const locks = join(tmpdir(), 'bidhouse-ports');
  mkdirSync(locks, { recursive: true });
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    const lock = lockFile(join(locks, String(port)));
    if (!lock) continue;
    if (await isFree(port)) return port;
    lock.release();
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
