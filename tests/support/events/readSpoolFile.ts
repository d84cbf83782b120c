import { readFileSync } from 'node:fs';
import { readFrames } from '#events/spool/frames.ts';
import { decodeRecord } from '#events/record/recordCodec.ts';
import type { SpoolRecord } from '#events/record/records.ts';

/** Where reading a file ended before its end. */
export interface BadFrame {
  path: string;
  /** Bytes before it, all sound. */
  offset: number;
  /** Bytes from it to the end, unread. */
  lostBytes: number;
}

/** The records of a spool file, up to the first bad frame, which is reported. */
export function* readSpoolFile(path: string, report?: (fault: BadFrame) => void): Generator<SpoolRecord> {
  const bytes = readFileSync(path);
  const frames = readFrames(bytes);
  let next = frames.next();
  for (; !next.done; next = frames.next()) yield decodeRecord(next.value);
  const offset = next.value;
  if (offset < bytes.length) report?.({ path, offset, lostBytes: bytes.length - offset });
}
