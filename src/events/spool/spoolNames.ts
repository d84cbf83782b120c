/**
 * A spool file is named `<seq>-<run>.open` while it is written and `.spool` once sealed. The sequence is the time of
 * its creation in milliseconds, or one more than the file before: names sort by age and tell it. The run is random per
 * opening of the spool, so that no name is ever used twice, whatever became of the files and of the clock.
 */
export interface SpoolName {
  /** At most a few milliseconds more than the time of creation. */
  seq: number;
  isSealed: boolean;
}

/** The name of a file that is being written. */
export function openName(seq: number, run: string): string {
  return `${String(seq).padStart(15, '0')}-${run}.open`;
}

/** The name that a file has once it is sealed. */
export function sealedName(name: string): string {
  return name.replace(/\.open$/, '.spool');
}

/** Reads a name; null when it is not a spool file's. */
export function readSpoolName(name: string): SpoolName | null {
  const match = /^(\d{15})-[0-9a-f]+\.(open|spool)$/.exec(name);
  return match ? { seq: Number(match[1]), isSealed: match[2] === 'spool' } : null;
}
