import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The name of this machine in the facts: its host name and a random suffix, created once and stored in `dir`. */
export function ensureNodeName(dir: string): string {
  const path = join(dir, 'node');
  const known = readNodeName(dir);
  if (known !== null) return known;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const host = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
    .slice(0, 32);
  const name = `${host}-${randomBytes(4).toString('hex')}`;
  writeFileSync(`${path}.draft`, name, { flush: true });
  renameSync(`${path}.draft`, path);
  return name;
}

/** The name of this machine in the facts that is stored in `dir`; null before its worker has started for the first time. */
export function readNodeName(dir: string): string | null {
  const path = join(dir, 'node');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}
