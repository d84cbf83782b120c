import { describeFactSchema } from '#storage/factSchema/factSchema.ts';
import type { FactRow } from './factRows.ts';
import type { SegmentPart } from './loadSegment.ts';
import { createNativeBlock } from './nativeBlock.ts';
import { blockFile } from './partFile.ts';
import { createTextBuffer } from './textBuffer.ts';
import type { TraceRow } from './traceRow.ts';

/** A part to which rows are added. */
export interface PartInProgress<Row> {
  add(row: Row): void;
  readonly rows: number;
  readonly bytes: number;
  readonly kind: Pick<SegmentPart, 'table' | 'format'>;
  /** The contents of its file. Nothing may be added afterwards. */
  contents(part: SegmentPart): Buffer;
}

const factColumns = describeFactSchema().tables.get('facts')?.columns ?? new Map<string, string>();

/** Starts a part of facts. The store reads a block of columns in a third of the time that it needs for JSON. */
export function createFactPart(node: string, seq: number): PartInProgress<FactRow> {
  const block = createNativeBlock(factColumns);
  const source = { node, seq };
  return {
    add(row) {
      block.add(source, row);
    },
    get rows() {
      return block.rows;
    },
    get bytes() {
      return block.bytes;
    },
    kind: { format: 'native' },
    contents: (part) => blockFile(part, block.columns, block.take()),
  };
}

/** Starts a part of traces: few, and mostly JSON themselves. */
export function createTracePart(node: string, seq: number): PartInProgress<TraceRow> {
  const head = `{"node":${JSON.stringify(node)},"seq":${seq},`;
  const text = createTextBuffer();
  let rows = 0;
  return {
    add(row) {
      text.add(`${head}${JSON.stringify(row).slice(1)}\n`);
      rows += 1;
    },
    get rows() {
      return rows;
    },
    get bytes() {
      return text.bytes;
    },
    kind: { table: 'traces' },
    contents: () => text.take(),
  };
}
