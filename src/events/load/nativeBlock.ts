import { columnOfType, type Column } from './nativeColumns.ts';
import { writeVarint } from '../record/varint.ts';

/** Rows for an insert as a block of ClickHouse's Native format: one column after the other. */
export interface NativeBlock {
  /**
   * Adds a row, whose values by column may come from several objects; absent and undefined ones are the defaults.
   * Values must fit their types, which is not checked. Throws an Error on a column without a type.
   */
  add(...values: readonly object[]): void;
  readonly rows: number;
  /** Approximate size of the block. */
  readonly bytes: number;
  /** The columns of which any row has a value, in the order of the block. */
  readonly columns: string[];
  /** The block in pieces. It must not be used afterwards. */
  take(): Uint8Array[];
}

/** Bytes of a block's or column's head: two varints, or two texts. */
const headBytes = 256;

/** Creates an empty block for rows of a table whose columns have these types. */
export function createNativeBlock(types: ReadonlyMap<string, string>): NativeBlock {
  const columns = new Map<string, Column>();
  let rows = 0;
  let rowBytes = 0;
  let textBytes = 0;

  const addColumn = (name: string): Column => {
    const column = columnOfType(types.get(name) ?? '');
    if (!column) throw new Error(`No column ${name} of a known type`);
    columns.set(name, column);
    rowBytes += column.rowBytes;
    return column;
  };

  return {
    add(...values) {
      for (const row of values as readonly Record<string, unknown>[]) {
        for (const name in row) {
          const value = row[name];
          if (value === undefined) continue;
          const column = columns.get(name) ?? addColumn(name);
          textBytes += column.set(rows, value);
        }
      }
      rows += 1;
    },
    get rows() {
      return rows;
    },
    get bytes() {
      return rows * rowBytes + textBytes;
    },
    get columns() {
      return [...columns.keys()];
    },
    take() {
      const pieces: Uint8Array[] = [headOf([columns.size, rows])];
      for (const [name, column] of columns) pieces.push(headOf([name, column.type]), ...column.pieces(rows));
      return pieces;
    },
  };
}

/** Numbers as varints, and texts with their length before them. */
function headOf(values: readonly (number | string)[]): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  let at = 0;
  for (const value of values) {
    at = writeVarint(head, at, typeof value === 'number' ? value : Buffer.byteLength(value));
    if (typeof value === 'string') at += head.write(value, at);
  }
  return head.subarray(0, at);
}
