import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSpoolName, recordVersion } from './spoolNames.ts';

/** A sealed file of one of the spools under a root. */
export interface SealedFile {
  path: string;
  /** When the file was created, in ms. */
  begunAt: number;
  bytes: number;
}

/** The files of all spools. */
export interface SpoolListing {
  /** Oldest first. */
  sealed: SealedFile[];
  /** Paths of files, sealed or not, that only a later release can read. */
  later: string[];
  /** When the oldest file was created, including files still being written and later ones; null when there is none. */
  oldestBegunAt: number | null;
}

/** Lists the files of all spools: the subfolders of `root`. */
export function listSpools(root: string): SpoolListing {
  const sealed: SealedFile[] = [];
  const later: string[] = [];
  let oldestBegunAt: number | null = null;
  for (const slot of existsSync(root) ? readdirSync(root, { withFileTypes: true }) : []) {
    if (!slot.isDirectory()) continue;
    for (const file of readdirSync(join(root, slot.name))) {
      const name = readSpoolName(file);
      if (!name) continue;
      oldestBegunAt = Math.min(oldestBegunAt ?? name.seq, name.seq);
      const path = join(root, slot.name, file);
      if (name.version > recordVersion) later.push(path);
      else if (name.isSealed) sealed.push({ path, begunAt: name.seq, bytes: statSync(path).size });
    }
  }
  return { sealed: sealed.sort((a, b) => a.begunAt - b.begunAt || (a.path < b.path ? -1 : 1)), later, oldestBegunAt };
}

/** Whether a file of a spool exists, sealed or not, by its sealed name: `<slot>/<name>`. */
export function hasSpoolFile(root: string, file: string): boolean {
  return existsSync(join(root, file));
}

/** Folders of the spools under a root. */
export function slotsOf(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true }).flatMap((slot) =>
    slot.isDirectory() ? [join(root, slot.name)] : [],
  );
}

/** The time, in ms, before which everything that was written to the spools under a root has been read. */
export function unreadSince(root: string, now: number): number {
  return Math.min(now, listSpools(root).oldestBegunAt ?? Infinity);
}
