import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Maximum path of a Unix socket that both Linux (108 bytes with the final zero) and macOS (104) take. */
const maxPathBytes = 103;

/**
 * The path of a Unix socket of an installation: inside its data folder, or, where that path is too long for a socket, in
 * the system's temporary folder under a name derived from it. The same data folder always gives the same path, so that
 * URLs outlive a restart, and no two data folders give the same. Throws when there is no place for it.
 */
export function socketPathOf(dataDir: string, name: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const near = join(dataDir, 'run', name);
  const path = fits(near) ? near : join(tmpdir(), `bidhouse-${hash}`, name);
  if (!fits(path)) throw new Error(`The path of the socket ${name} is too long: ${path}`);
  return path;
}

/** Makes the folder of a socket, closed to other users. Throws when somebody else owns it or may enter it. */
export function makeSocketFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  checkSocketFolder(path);
}

/** Throws when the folder of a socket is missing, belongs to somebody else, or others may enter it: nobody writes to it then. */
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
