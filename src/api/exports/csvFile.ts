import { csvLine } from '#model/field/csvCell.ts';
import { csvCells, csvHead, csvTotals, type ReportRow } from '#reports/index.ts';
import { pacedRows } from './pacedRows.ts';
import type { ReportStream } from './streamReport.ts';

/** The lines below the totals of a file, known once its rows are written. */
export type DescribeExport = (isCut: boolean) => readonly string[];

/**
 * A report as CSV in UTF-8 (RFC 4180): a byte order mark for spreadsheets, headings, rows with exact values, totals and
 * the report's settings. `onRows` receives the number of rows as they are written.
 */
export async function* csvFile(
  { plan, columns, batches, ending }: ReportStream,
  about: DescribeExport,
  onRows: (count: number) => void,
): AsyncIterable<Uint8Array> {
  yield Buffer.from(`\uFEFF${csvLine(csvHead(plan.request, columns))}`);
  const lineOf = (row: ReportRow) => csvLine(csvCells(columns, row));
  for await (const rows of pacedRows(batches)) {
    yield Buffer.from(rows.map(lineOf).join(''));
    onRows(rows.length);
  }
  const { totals, isCut } = ending();
  yield Buffer.from([csvTotals(columns, totals), ...about(isCut).map((line) => [line])].map(csvLine).join(''));
}
