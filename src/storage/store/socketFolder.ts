import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest path of a Unix socket that both Linux (108 bytes with the final zero) and macOS (104) take. */
const longestPath = 103;
const socketName = '.s.PGSQL.5432';

/**
 * Makes the folder of the PostgreSQL socket, closed to other users: inside the data folder, or, where that path is too
 * long for a socket, in the system's temporary folder under a name derived from it. The same data folder always gives
 * the same path, so that URLs outlive a restart. Throws when somebody else owns the folder.
 */
export function makeSocketFolder(dataDir: string): { folder: string; socket: string } {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const near = join(dataDir, 'run');
  const folder = fits(near) ? near : join(tmpdir(), `bidhouse-${hash}`);
  if (!fits(folder)) throw new Error(`No place for the PostgreSQL socket: ${folder} is too long`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that belongs to this user alone (mode 0700)`);
  }
  return { folder, socket: join(folder, socketName) };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= longestPath;
}
