/**
 * Version of the records in spool files. Raised with a change that the release before cannot read, a new value of a closed
 * list included. It is part of the files’ names, so that an earlier release leaves them to a later one. A new key of a
 * record’s last item does not raise it: earlier releases ignore it.
 */
export const recordVersion = 1;

/**
 * A spool file is named `<seq>-<run>.open` while it is written and `.spool` once sealed, with `-v<version>` before the
 * ending from version 2 of its records on. The sequence is the time of
 * its creation in milliseconds, or one more than the previous file's: names sort by age and include it. The run is
 * random per opening of the spool, so that no name is ever reused, whatever happens to the files and the clock.
 */
export interface SpoolName {
  /** Time of creation in ms, or at most a few milliseconds more. */
  seq: number;
  isSealed: boolean;
  /** Version of its records. */
  version: number;
}

/** The name of a file being written. */
export function openName(seq: number, run: string, version: number = recordVersion): string {
  return `${String(seq).padStart(15, '0')}-${run}${version === 1 ? '' : `-v${version}`}.open`;
}

/** The name of a file once it is sealed. */
export function sealedName(name: string): string {
  return name.replace(/\.open$/, '.spool');
}

/** Parses a name; null when it is not a spool file's. */
export function readSpoolName(name: string): SpoolName | null {
  const match = /^(\d{15})-[0-9a-f]+(?:-v(\d+))?\.(open|spool)$/.exec(name);
  return match ? { seq: Number(match[1]), isSealed: match[3] === 'spool', version: Number(match[2] ?? 1) } : null;
}
