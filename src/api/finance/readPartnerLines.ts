import { type Fault, nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { countOfCell, dayOfCell } from '../csv/cellValues.ts';
import { lineFault, maxTableFaults, openTable, type TableHead } from '../csv/openTable.ts';

/** The mapping of a file's columns; optional ones may be empty. */
export interface PartnerColumns {
  day: string;
  object: string;
  imps: string;
  revenue?: string | undefined;
  clicks?: string | undefined;
  reqs?: string | undefined;
}

/** A partner's count of an object on a day. */
export interface PartnerLine {
  objectId: number;
  day: string;
  imps: number;
  revenue: string | null;
  clicks: number | null;
  reqs: number | null;
}

/** A parsed file: lines of the same object and day are added up. */
export interface ReadLines extends TableHead {
  lines: PartnerLine[];
  faults: Fault[];
}

/**
 * Parses a partner's file. Without `columns` only its headings and first lines are read. Every faulty line is reported.
 */
export function readPartnerLines(
  text: string,
  columns: PartnerColumns | null,
  idOf: (text: string) => number | 'ambiguous' | null,
): ReadLines {
  const { lines: records, faults, ...head } = openTable<keyof PartnerColumns>(text, columns);
  const lines = new Map<string, PartnerLine>();
  for (const { line, cellOf } of records) {
    const day = dayOfCell(cellOf('day') ?? '');
    const objectText = cellOf('object') ?? '';
    const object = idOf(objectText);
    const counts = (['imps', 'clicks', 'reqs'] as const).map((key) => [key, cellOf(key)] as const);
    const revenueText = cellOf('revenue');
    const revenue = revenueText === null ? null : amountOf(revenueText);
    const before = faults.length;
    if (day === null) faults.push(lineFault(line, 'day', 'bad_day', 'Must be a day as YYYY-MM-DD'));
    if (object === null)
      faults.push(lineFault(line, 'object', 'unknown', `“${objectText}” was not found in this account`));
    if (object === 'ambiguous') {
      faults.push(lineFault(line, 'object', 'ambiguous', `“${objectText}” is not unique in this account. Use its ID`));
    }
    for (const [key, cell] of counts) {
      if (cell !== null && countOfCell(cell) === null)
        faults.push(lineFault(line, key, 'bad_count', 'Must be a whole number'));
    }
    if (revenueText !== null && revenue === null) {
      faults.push(lineFault(line, 'revenue', 'bad_amount', 'Must be an amount with at most nine decimals'));
    }
    if (faults.length > before || day === null || typeof object !== 'number') continue;
    const [imps, clicks, reqs] = counts.map(([, cell]) => (cell === null ? null : countOfCell(cell)));
    add(lines, { objectId: object, day, imps: imps ?? 0, revenue, clicks: clicks ?? null, reqs: reqs ?? null });
  }
  return { ...head, lines: [...lines.values()], faults: faults.slice(0, maxTableFaults) };
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
