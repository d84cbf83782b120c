import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '#storage/lockFile.ts';

/** Below what Linux (32,768) and macOS (49,152) give to connections and to those who ask for any port. */
const first = 20_000;
const count = 12_000;

/**
 * A port of 127.0.0.1 that nobody listens on, and that stays free until it is wanted, also again after a pause: the system
 * gives it to nobody by chance, and other processes that ask here leave it alone as long as this one runs.
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
