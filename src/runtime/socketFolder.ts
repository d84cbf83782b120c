import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Maximum bytes of a Unix socket path on both Linux (108 with the final zero) and macOS (104). */
const maxPathBytes = 103;

/**
 * The path of an installation's Unix socket: in its data folder, or, where that path is too long for a socket, in the
 * system's temporary folder under a derived name. A data folder always has the same path, so that URLs survive a
 * restart, and no two data folders share one. Throws when the path is still too long.
 */
export function socketPathOf(dataDir: string, name: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const near = join(dataDir, 'run', name);
  const path = fits(near) ? near : join(tmpdir(), `bidhouse-${hash}`, name);
  if (!fits(path)) throw new Error(`The path of the socket ${name} is too long: ${path}`);
  return path;
}

/** Creates the folder of a socket, closed to other users. Throws when another user owns it or can enter it. */
export function makeSocketFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  checkSocketFolder(path);
}

/**
 * Throws when the folder of a socket is missing, is owned by another user, or can be entered by others: then nothing
 * may be sent through it.
 */
export function checkSocketFolder(path: string): void {
  const folder = dirname(path);
  const found = lstatSync(folder);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that only this user owns and can access (mode 0700)`);
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes;
}
