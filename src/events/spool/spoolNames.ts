/**
 * A spool file is named `<seq>-<run>.open` while it is written and `.spool` once sealed. The sequence is the time of
 * its creation in milliseconds, or one more than the previous file's: names sort by age and include it. The run is
 * random per opening of the spool, so that no name is ever reused, whatever happens to the files and the clock.
 */
export interface SpoolName {
  /** Time of creation in ms, or at most a few milliseconds more. */
  seq: number;
  isSealed: boolean;
}

/** The name of a file being written. */
export function openName(seq: number, run: string): string {
  return `${String(seq).padStart(15, '0')}-${run}.open`;
}

/** The name of a file once it is sealed. */
export function sealedName(name: string): string {
  return name.replace(/\.open$/, '.spool');
}

/** Parses a name; null when it is not a spool file's. */
export function readSpoolName(name: string): SpoolName | null {
  const match = /^(\d{15})-[0-9a-f]+\.(open|spool)$/.exec(name);
  return match ? { seq: Number(match[1]), isSealed: match[2] === 'spool' } : null;
}
