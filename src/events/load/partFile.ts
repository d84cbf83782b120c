import { readFileSync } from 'node:fs';
import type { SegmentPart } from './loadSegment.ts';

/** Rows as they are inserted: newline-delimited JSON or, where `columns` are given, a block of ClickHouse's Native format. */
export interface PartRows {
  bytes: Buffer;
  columns?: readonly string[];
}

/** First line of a file with a block: how to insert it, and what else would require reading it. */
type BlockHead = Pick<SegmentPart, 'rows' | 'fromAt' | 'toAt'> & { columns: readonly string[] };

/** File name of a part after its number. Facts of earlier versions and all traces are JSON. */
export function partEnding({ format }: Pick<SegmentPart, 'format'>): string {
  return `.${format ?? 'ndjson'}`;
}

/** The contents of a file with a block. */
export function blockFile(
  { rows, fromAt, toAt }: SegmentPart,
  columns: readonly string[],
  block: readonly Uint8Array[],
): Buffer {
  const head: BlockHead = { rows, fromAt, toAt, columns };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...block]);
}

/** Reads a part's file, synchronously: each asynchronous chunk would wait for a turn behind the next segment. */
export function readPart(path: string): PartRows {
  const bytes = readFileSync(path);
  return isBlock(path) ? { bytes: bytes.subarray(bytes.indexOf('\n') + 1), columns: headOf(bytes).columns } : { bytes };
}

/** A part by its file, without reading its segment. */
export function describePart(path: string, seq: number): SegmentPart {
  const bytes = readFileSync(path);
  if (isBlock(path)) {
    const { rows, fromAt, toAt } = headOf(bytes);
    return { seq, rows, fromAt, toAt, format: 'native' };
  }
  const times = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Date.parse(`${(JSON.parse(line) as { at: string }).at}Z`));
  return {
    seq,
    rows: times.length,
    fromAt: times.reduce((a, b) => Math.min(a, b), Infinity),
    toAt: times.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}

function isBlock(path: string): boolean {
  return path.endsWith(partEnding({ format: 'native' }));
}

function headOf(bytes: Buffer): BlockHead {
  return JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n'))) as BlockHead;
}
