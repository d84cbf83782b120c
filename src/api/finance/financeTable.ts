import { writeXlsxStream } from 'hucre/xlsx';
import { csvLine } from '#model/field/csvCell.ts';
import { nanosFromUsd, type Usd } from '#model/index.ts';
import { sheetText } from '../exports/sheetText.ts';

/** A column of a file. */
export interface FinanceColumn {
  header: string;
  /** usd = an amount, exact to the nano-dollar. */
  unit?: 'text' | 'count' | 'usd';
}

/** The contents of a finance file; amounts are decimal USD text, null is empty. */
export interface FinanceTable {
  /** The file name without extension. */
  name: string;
  columns: readonly FinanceColumn[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** A column of USD amounts. */
export const usd = (header: string): FinanceColumn => ({ header: `${header} (USD)`, unit: 'usd' });

/** The byte order mark marks the text as UTF-8 for spreadsheets. */
const mark = '\uFEFF';

/** Formats a table as CSV; amounts have nine decimals. */
export function csvOf({ columns, rows }: FinanceTable): string {
  const lines = rows.map((row) =>
    row.map((value, index) => {
      if (value === null) return '';
      return columns[index]?.unit === 'usd' ? exact(String(value)) : String(value);
    }),
  );
  return mark + [columns.map(({ header }) => header), ...lines].map(csvLine).join('');
}

/** Number formats of columns (ECMA-376 part 1, section 18.8.31). Excel stores 15 digits of a number. */
const numberFormats = { text: null, count: '#,##0', usd: '#,##0.00#######' } as const;

/** Formats a table as XLSX: real numbers, frozen headings. */
export async function* xlsxOf({ columns, rows }: FinanceTable): AsyncIterable<Uint8Array> {
  async function* cells() {
    for (const row of rows) {
      yield row.map((value, index) =>
        typeof value === 'string' && (columns[index]?.unit ?? 'text') === 'text' ? sheetText(value) : numberOf(value),
      );
    }
  }
  yield* writeXlsxStream(cells(), {
    name: 'Finance',
    columns: columns.map(({ header, unit = 'text' }) => {
      const format = numberFormats[unit];
      return {
        header: sheetText(header),
        width: Math.max(header.length + 2, unit === 'text' ? 24 : 16),
        ...(format && { numFmt: format }),
      };
    }),
    freezePane: { rows: 1 },
  });
}

function numberOf(value: string | number | null): number | null {
  return value === null ? null : Number(value);
}

/** Formats an amount exact to the nano-dollar, always with nine decimals. */
function exact(usd: Usd): string {
  const nanos = nanosFromUsd(usd);
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(10, '0');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
