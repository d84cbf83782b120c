import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';

/** The ID of the installation to which a loader's folder belongs; null if it has never loaded into shared servers. */
export function readInstallation(stateDir: string): string | null {
  const path = join(stateDir, 'installation');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/**
 * Marks a loader's folder as one of an installation. Throws SettingsConflict if it is of another one, whose IDs of accounts
 * and tags mean different ones.
 */
export function markInstallation(stateDir: string, id: string): void {
  const known = readInstallation(stateDir);
  if (known === id) return;
  const path = join(stateDir, 'installation');
  if (known !== null) {
    throw new SettingsConflict(
      'DATABASE_URL',
      'the spool in DATA_DIR belongs to another installation',
      `Set the DATABASE_URL of that one, or another DATA_DIR. To load the records into this one all the same, delete ${path}.`,
    );
  }
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.draft`, id, { flush: true });
  renameSync(`${path}.draft`, path);
}
