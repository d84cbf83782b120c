import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the installation's secret. Creates it at the first start, readable by its owner only. */
export function ensureSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    // Linked into place when complete, so that neither a crash nor a second process can leave a partial secret.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, newSecret(), { mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}

/** The other secrets that are accepted, one per line in `secret.previous`. */
export function readOtherSecrets(dataDir: string): string[] {
  const path = join(dataDir, 'secret.previous');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/**
 * Replaces the secret by a random one, and adds the former to those that are accepted. The next start uses both. When
 * it is interrupted, the former secret is still in force and accepted. Returns false when there is no secret yet.
 */
export function rotateSecretFiles(dataDir: string): boolean {
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) return false;
  const former = readFileSync(path, 'utf8').trim();
  const others = readOtherSecrets(dataDir).filter((other) => other !== former);
  replaceFile(join(dataDir, 'secret.previous'), `${[former, ...others].join('\n')}\n`);
  replaceFile(path, newSecret());
  return true;
}

/** Stops accepting former secrets. */
export function dropOtherSecrets(dataDir: string): void {
  const path = join(dataDir, 'secret.previous');
  if (existsSync(path)) unlinkSync(path);
}

function newSecret(): string {
  return randomBytes(32).toString('hex');
}

function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
