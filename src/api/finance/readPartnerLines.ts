import { type Fault, nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { countOfCell, dayOfCell } from '../csv/cellValues.ts';
import { parseCsv } from '../csv/parseCsv.ts';

/** Which column of a file tells what; optional ones may be empty. */
export interface PartnerColumns {
  day: string;
  object: string;
  imps: string;
  revenue?: string | undefined;
  clicks?: string | undefined;
  reqs?: string | undefined;
}

/** What a partner counted of an object on a day. */
export interface PartnerLine {
  objectId: number;
  day: string;
  imps: number;
  revenue: string | null;
  clicks: number | null;
  reqs: number | null;
}

/** A file as it was read: lines of the same object and day are added up. */
export interface ReadLines {
  /** Headings of the file. */
  columns: string[];
  /** The first lines as they are. */
  sample: string[][];
  lines: PartnerLine[];
  /** How many lines the file has below its headings. */
  count: number;
  faults: Fault[];
}

/** Lines that are shown before a file is brought in. */
const sampleLines = 5;

/** Faults that are told of one file. */
const mostFaults = 200;

/** Reads a partner's file. Without `columns` only its headings and first lines are told. Every faulty line is named. */
export function readPartnerLines(
  text: string,
  columns: PartnerColumns | null,
  idOf: (text: string) => number | 'ambiguous' | null,
): ReadLines {
  const parsed = parseCsv(text);
  if (!parsed.ok) {
    return {
      columns: [],
      sample: [],
      lines: [],
      count: 0,
      faults: [fault(parsed.line, '', 'bad_csv', parsed.message)],
    };
  }
  const [head, ...records] = parsed.records;
  const headings = head?.cells.map((cell) => cell.trim()) ?? [];
  const read = {
    columns: headings,
    sample: records.slice(0, sampleLines).map(({ cells }) => cells),
    count: records.length,
  };
  if (!columns) return { ...read, lines: [], faults: [] };
  const named = Object.entries(columns).flatMap(([key, heading]) =>
    heading === undefined || heading === '' ? [] : [[key, headings.indexOf(heading)] as const],
  );
  const missing = named.filter(([, index]) => index < 0);
  if (missing.length > 0 || records.length === 0) {
    const faults = missing.map(([key]) => ({ code: 'no_column', message: 'The file has no such column', path: key }));
    const empty = { code: 'empty', message: 'The file has no lines', path: '' };
    return { ...read, lines: [], faults: records.length === 0 ? [...faults, empty] : faults };
  }
  const indexOf = new Map<string, number>(named);
  const lines = new Map<string, PartnerLine>();
  const faults: Fault[] = [];
  for (const { line, cells } of records) {
    const cellOf = (key: keyof PartnerColumns) => {
      const index = indexOf.get(key);
      return index === undefined ? null : (cells[index] ?? '').trim();
    };
    const day = dayOfCell(cellOf('day') ?? '');
    const objectText = cellOf('object') ?? '';
    const object = idOf(objectText);
    const counts = (['imps', 'clicks', 'reqs'] as const).map((key) => [key, cellOf(key)] as const);
    const revenueText = cellOf('revenue');
    const revenue = revenueText === null ? null : amountOf(revenueText);
    const before = faults.length;
    if (day === null) faults.push(fault(line, 'day', 'bad_day', 'Must be a day as YYYY-MM-DD'));
    if (object === null) faults.push(fault(line, 'object', 'unknown', `The account has none called “${objectText}”`));
    if (object === 'ambiguous') {
      faults.push(
        fault(line, 'object', 'ambiguous', `The account has several called “${objectText}”: name it by its id`),
      );
    }
    for (const [key, cell] of counts) {
      if (cell !== null && countOfCell(cell) === null)
        faults.push(fault(line, key, 'bad_count', 'Must be a whole number'));
    }
    if (revenueText !== null && revenue === null) {
      faults.push(fault(line, 'revenue', 'bad_amount', 'Must be an amount with at most nine decimals'));
    }
    if (faults.length > before || day === null || typeof object !== 'number') continue;
    const [imps, clicks, reqs] = counts.map(([, cell]) => (cell === null ? null : countOfCell(cell)));
    add(lines, { objectId: object, day, imps: imps ?? 0, revenue, clicks: clicks ?? null, reqs: reqs ?? null });
  }
  return { ...read, lines: [...lines.values()], faults: faults.slice(0, mostFaults) };
}

function add(lines: Map<string, PartnerLine>, line: PartnerLine): void {
  const key = `${line.objectId} ${line.day}`;
  const known = lines.get(key);
  if (!known) {
    lines.set(key, line);
    return;
  }
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  known.imps += line.imps;
  known.clicks = sum(known.clicks, line.clicks);
  known.reqs = sum(known.reqs, line.reqs);
  if (known.revenue !== null && line.revenue !== null) {
    known.revenue = usdFromNanos(nanosFromUsd(known.revenue) + nanosFromUsd(line.revenue));
  }
}

function amountOf(text: string): string | null {
  const digits = text.replace(/[$,\s]/g, '');
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(digits) ? usdFromNanos(nanosFromUsd(digits)) : null;
}

function fault(line: number, column: string, code: string, message: string): Fault {
  return { code, message, path: column === '' ? `lines.${line}` : `lines.${line}.${column}` };
}
