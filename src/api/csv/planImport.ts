import { type Entity, type Fault, type Field, maxId } from '#model/index.ts';
import { unguardCell } from '#model/field/csvCell.ts';
import { type FindByName, readCsvText } from '#model/field/csvValue.ts';
import type { CsvRecord } from './parseCsv.ts';

/** One row of a file: a change when it has an id, else a new row. */
export interface ImportRow {
  line: number;
  id: number | null;
  version: number | undefined;
  values: Record<string, unknown>;
  /** Values that are fixed at creation: an existing row must already have them. */
  fixed: Record<string, unknown>;
  /** Faults of cells, by column. */
  faults: Fault[];
}

/** The changes in a file. */
export interface ImportPlan {
  rows: ImportRow[];
  /** Fields that the file sets. */
  written: string[];
  /** Columns that only the server writes; they are ignored. */
  ignored: string[];
  /** Faults of the headings: paths as `lines.1.heading`. */
  faults: Fault[];
}

type Column =
  | { kind: 'id' | 'version' | 'ignored'; name: string }
  | { kind: 'field'; name: string; field: Field }
  | { kind: 'unknown' | 'nameless'; name: string };

/** The path of a fault at a place in the file. */
export function faultPathOf(line: number, column: string): string {
  return column === '' ? `lines.${line}` : `lines.${line}.${column}`;
}

/** The entities that a file references by name, and whose names must be known before it can be read. */
export function targetsNamedIn(entity: Entity, records: readonly CsvRecord[]): string[] {
  const [heading, ...rows] = records;
  const targets = columnsOf(entity, heading?.cells ?? []).flatMap((column, place) => {
    if (column.kind !== 'field' || column.field.target === undefined) return [];
    return rows.some(({ cells }) => /[^\d\s;|]/.test(cells[place] ?? '')) ? [column.field.target] : [];
  });
  return [...new Set(targets)];
}

/** Parses the records of a file, headings first, as changes of an entity's rows. */
export function planImport(entity: Entity, records: readonly CsvRecord[], findByName: FindByName): ImportPlan {
  const [heading, ...rest] = records;
  if (!heading) {
    const fault = { code: 'empty', message: 'The file is empty', path: faultPathOf(1, '') };
    return { rows: [], written: [], ignored: [], faults: [fault] };
  }
  const columns = columnsOf(entity, heading.cells);
  const firstLineOf = new Map<number, number>();
  const rows = rest.map((record) => {
    const row = readRecord(columns, record, findByName);
    const earlier = row.id === null ? undefined : firstLineOf.get(row.id);
    if (earlier !== undefined) {
      row.faults.push({ code: 'duplicate', message: `Line ${earlier} already has this ID`, path: 'id' });
    } else if (row.id !== null) firstLineOf.set(row.id, row.line);
    return row;
  });
  return {
    rows,
    written: columns.flatMap((column) => (column.kind === 'field' ? [column.name] : [])),
    ignored: columns.flatMap((column) => (column.kind === 'ignored' ? [column.name] : [])),
    faults: headingFaults(columns, heading, rest),
  };
}

const readOnlyFields = ['demandId', 'createdAt', 'updatedAt'];

/** Maps each heading to a field: by its name, or by its label as exports write it. */
function columnsOf(entity: Entity, headings: readonly string[]): Column[] {
  return headings.map((heading): Column => {
    const name = unguardCell(heading).trim();
    const wanted = name.toLowerCase();
    if (wanted === '') return { kind: 'nameless', name };
    if (wanted === 'id' || wanted === 'version') return { kind: wanted, name: wanted };
    const known = Object.entries(entity.fields);
    const [path, field] =
      known.find(([each, { formerNames = [] }]) =>
        [each, ...formerNames].some((one) => one.toLowerCase() === wanted),
      ) ??
      known.find(([, each]) => labelsOf(each).includes(wanted)) ??
      [];
    if (!path || !field) {
      const readOnlyField = readOnlyFields.find((each) => each.toLowerCase() === wanted);
      return readOnlyField === undefined ? { kind: 'unknown', name } : { kind: 'ignored', name: readOnlyField };
    }
    return field.isGenerated ? { kind: 'ignored', name: path } : { kind: 'field', name: path, field };
  });
}

function labelsOf({ label, formerLabels = [], unit }: Field): string[] {
  return [label, ...formerLabels]
    .flatMap((each) => [each, `${each} (${unit ?? ''})`])
    .map((each) => each.toLowerCase());
}

function headingFaults(columns: readonly Column[], { line }: CsvRecord, rows: readonly CsvRecord[]): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [place, { kind, name }] of columns.entries()) {
    const path = faultPathOf(line, name === '' ? `column ${place + 1}` : name);
    if (kind === 'nameless') {
      if (rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')) {
        faults.push({ code: 'no_heading', message: 'This column has no heading', path });
      }
      continue;
    }
    if (kind === 'unknown') faults.push({ code: 'unknown_field', message: 'Unknown column', path });
    else if (seen.has(name)) faults.push({ code: 'duplicate', message: 'Duplicate column', path });
    seen.add(name);
  }
  if (!columns.some(({ kind }) => kind === 'field')) {
    faults.push({
      code: 'no_columns',
      message: 'No column matches a field that can be imported',
      path: faultPathOf(line, ''),
    });
  }
  return faults;
}

function readRecord(columns: readonly Column[], { line, cells }: CsvRecord, findByName: FindByName): ImportRow {
  const cellOf = (wanted: 'id' | 'version') => {
    const place = columns.findIndex(({ kind }) => kind === wanted);
    return place === -1 ? '' : (cells[place] ?? '').trim();
  };
  const [id, version] = [cellOf('id'), cellOf('version')];
  const row: ImportRow = {
    line,
    id: numberIn(id),
    version: numberIn(version) ?? undefined,
    values: {},
    fixed: {},
    faults: [],
  };
  const { faults } = row;
  if (id !== '' && row.id === null) {
    faults.push({ code: 'invalid', message: 'Must be an ID, or empty for a new row', path: 'id' });
  }
  if (version !== '' && row.version === undefined) {
    faults.push({ code: 'invalid', message: 'Must be a version number, or empty', path: 'version' });
  }
  const isLong = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (cells.length < columns.length || isLong) {
    const message = `The line has ${cells.length} cells, the heading has ${columns.length}`;
    faults.push({ code: 'cell_count', message, path: '' });
    return row;
  }
  for (const [place, column] of columns.entries()) {
    if (column.kind !== 'field') continue;
    const { name, field } = column;
    const read = readCsvText(field, unguardCell(cells[place] ?? ''), findByName);
    if ('fault' in read) faults.push({ code: 'unreadable', message: read.fault, path: name });
    else if (read.value === undefined) {
      // A new row gets the default; an existing row cannot lose its value.
      if (row.id !== null) faults.push({ code: 'required', message: 'Required', path: name });
    } else if (row.id !== null && field.isImmutable) row.fixed[name] = read.value;
    else row.values[name] = read.value;
  }
  return row;
}

function numberIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null;
}
