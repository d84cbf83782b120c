import { unguardCell } from '#model/field/csvCell.ts';
import type { Fault } from '#model/index.ts';
import { parseCsv } from './parseCsv.ts';

/** The head of a file, shown before it is imported. */
export interface TableHead {
  columns: string[];
  /** The first lines, unparsed. */
  sample: string[][];
  /** Lines below the headings. */
  count: number;
}

/** A line of a file. */
export interface TableLine<Column extends string> {
  /** From 1. */
  line: number;
  /**
   * The text in a column, without surrounding spaces and the formula guard of our own exports; null when the file has
   * no such column.
   */
  cellOf: (column: Column) => string | null;
}

/** A file with its columns mapped; without lines when they cannot be read, with the faults that say why. */
export interface OpenedTable<Column extends string> extends TableHead {
  lines: TableLine<Column>[];
  faults: Fault[];
}

const sampleLines = 5;

/** Maximum faults reported for one file. */
export const maxTableFaults = 200;

/**
 * Opens a CSV text and maps its columns by heading; '' and undefined = the file has no such column. With null only the
 * head is read.
 */
export function openTable<Column extends string>(
  text: string,
  columns: Readonly<Partial<Record<Column, string | undefined>>> | null,
): OpenedTable<Column> {
  const parsed = parseCsv(text);
  if (!parsed.ok) {
    const faults = [lineFault(parsed.line, '', 'bad_csv', parsed.message)];
    return { columns: [], sample: [], count: 0, lines: [], faults };
  }
  const [first, ...records] = parsed.records;
  const headings = first?.cells.map((cell) => cell.trim()) ?? [];
  const head: TableHead = {
    columns: headings,
    sample: records.slice(0, sampleLines).map(({ cells }) => cells),
    count: records.length,
  };
  if (!columns) return { ...head, lines: [], faults: [] };
  const places = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [key, heading] of Object.entries<string | undefined>(columns)) {
    if (heading === undefined || heading === '') continue;
    places.set(key, headings.indexOf(heading));
    if (!headings.includes(heading)) {
      faults.push({ code: 'no_column', message: 'The file does not have this column', path: key });
    }
  }
  if (records.length === 0) faults.push({ code: 'empty', message: 'The file has no rows', path: '' });
  if (faults.length > 0) return { ...head, lines: [], faults };
  const lines = records.map(({ line, cells }) => ({
    line,
    cellOf: (column: Column) => {
      const place = places.get(column);
      return place === undefined ? null : unguardCell((cells[place] ?? '').trim());
    },
  }));
  return { ...head, lines, faults };
}

/** A fault of a line, and of a column when it is known. */
export function lineFault(line: number, column: string, code: string, message: string): Fault {
  return { code, message, path: column === '' ? `lines.${line}` : `lines.${line}.${column}` };
}
