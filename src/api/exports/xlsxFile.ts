import { writeXlsxStream } from 'hucre/xlsx';
import { csvHead, dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';
import type { DescribeExport } from './csvFile.ts';
import { pacedRows } from './pacedRows.ts';
import { sheetText } from './sheetText.ts';
import type { ReportStream } from './streamReport.ts';

type Cell = string | number | Date | null;

/** Number formats of columns (ECMA-376 part 1, section 18.8.31). Excel stores 15 digits of a number. */
const numberFormats = {
  count: '#,##0',
  usd: '#,##0.00#######',
  ratio: '0.00%',
  number: '#,##0.00',
  ms: '#,##0',
} as const;
const dateFormats: Readonly<Record<string, string>> = {
  minute: 'yyyy-mm-dd hh:mm',
  minute15: 'yyyy-mm-dd hh:mm',
  hour: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
  week: 'yyyy-mm-dd',
  month: 'yyyy-mm',
};

const widestColumn = 60;

/**
 * A report as XLSX, streamed as its rows arrive: real numbers and dates, frozen headings, and below the rows the totals
 * and the report's settings. Rows that exceed one sheet continue on the next (`rowsPerSheet`, by default Excel's
 * maximum).
 */
export async function* xlsxFile(
  { plan, columns, batches, ending }: ReportStream,
  about: DescribeExport,
  onRows: (count: number) => void,
  rowsPerSheet = 1_048_576,
): AsyncIterable<Uint8Array> {
  const heads = csvHead(plan.request, columns);
  const formats = columns.flatMap(formatsOf);
  async function* rowsOf(): AsyncIterable<Cell[]> {
    for await (const rows of pacedRows(batches)) {
      for (const row of rows) yield cellsOf(columns, row);
      onRows(rows.length);
    }
    const { totals, isCut } = ending();
    yield totalsOf(columns, totals);
    for (const line of about(isCut)) yield [sheetText(line)];
  }
  yield* writeXlsxStream(rowsOf(), {
    name: 'Report',
    columns: heads.map((header, index) => ({
      header: sheetText(header),
      width: Math.min(widestColumn, Math.max(header.length + 2, widthOf(formats[index] ?? null))),
      ...(formats[index] ? { numFmt: formats[index] } : {}),
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsPerSheet,
  });
}

/** The formats of a column's cells; null = general. */
function formatsOf(column: ReportColumn): (string | null)[] {
  if (column.type === 'metric') return [numberFormats[column.unit]];
  if (column.dimension.kind === 'id') return [null, null];
  return [dateFormats[column.key] ?? null];
}

function widthOf(format: string | null): number {
  if (format === null) return 24;
  return format.startsWith('yyyy') ? 18 : 14;
}

function cellsOf(columns: readonly ReportColumn[], row: ReportRow): Cell[] {
  return columns.flatMap((column): Cell[] => {
    const value = row[column.key] ?? null;
    if (column.type === 'metric') return [value === null ? null : Number(value)];
    const text = sheetText(dimensionText(row, column.dimension));
    if (column.dimension.kind === 'id') return [value, text];
    if (column.key in dateFormats) return [dateOf(String(value)) ?? text];
    return [typeof value === 'number' && text === String(value) ? value : text];
  });
}

function totalsOf(columns: readonly ReportColumn[], totals: ReportRow): Cell[] {
  return columns.flatMap((column, index): Cell[] => {
    const value = totals[column.key] ?? null;
    if (column.type === 'metric') return [value === null ? null : Number(value)];
    const text = index === 0 ? 'Totals' : null;
    return column.dimension.kind === 'id' ? [text, null] : [text];
  });
}

/** Converts a time of a report, which is wall-clock time in its zone, to a date of a sheet, which has no zone. */
function dateOf(text: string): Date | null {
  const [, month, day = '01', hour = '00:00'] = /^(\d{4}-\d{2})(?:-(\d{2}))?(?: (\d{2}:\d{2}))?$/.exec(text) ?? [];
  return month === undefined ? null : new Date(`${month}-${day}T${hour}:00Z`);
}
