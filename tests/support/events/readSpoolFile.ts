import { readFileSync } from 'node:fs';
import { readFrames } from '#events/spool/frames.ts';
import { decodeRecord } from '#events/record/recordCodec.ts';
import type { SpoolRecord } from '#events/record/records.ts';

/** Position at which reading a file stopped before its end. */
export interface BadFrame {
  path: string;
  /** Valid bytes before it. */
  offset: number;
  /** Unread bytes from it to the end. */
  lostBytes: number;
}

/** The records of a spool file, up to the first invalid frame, which is reported. */
export function* readSpoolFile(path: string, report?: (fault: BadFrame) => void): Generator<SpoolRecord> {
  const bytes = readFileSync(path);
  const frames = readFrames(bytes);
  let next = frames.next();
  for (; !next.done; next = frames.next()) yield decodeRecord(next.value);
  const offset = next.value;
  if (offset < bytes.length) report?.({ path, offset, lostBytes: bytes.length - offset });
}
