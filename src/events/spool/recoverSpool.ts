import {
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './diskSync.ts';
import { intactLength } from './frames.ts';
import { readSpoolName, recordVersion, sealedName } from './spoolNames.ts';

/**
 * Seals the open files of a dead process in a spool's folder, without incomplete frames at their end, except those of a
 * later release. Returns the highest sequence in the folder. No process may be writing there.
 */
export function recoverSpool(dir: string): { lastSeq: number } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  let lastSeq = 0;
  let hasChanged = false;
  for (const file of readdirSync(dir)) {
    const name = readSpoolName(file);
    if (!name) continue;
    lastSeq = Math.max(lastSeq, name.seq);
    if (name.isSealed || name.version > recordVersion) continue;
    sealLeftover(join(dir, file));
    hasChanged = true;
  }
  if (hasChanged) syncFolder(dir);
  return { lastSeq };
}

function sealLeftover(path: string): void {
  const bytes = readFileSync(path);
  const length = intactLength(bytes);
  if (length === 0) return unlinkSync(path);
  const fd = openSync(path, 'r+');
  try {
    if (length < bytes.length) ftruncateSync(fd, length);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(path, sealedName(path));
}
