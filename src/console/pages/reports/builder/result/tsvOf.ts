import { tsvLine } from '#model/field/csvCell.ts';
import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';

/** The exact value of a cell: names as text, money unrounded, rates as fractions; '' when empty. */
export function exactCell(row: ReportRow, column: ReportColumn): string {
  if (column.type === 'dimension') return dimensionText(row, column.dimension);
  const value = row[column.key];
  return value === null || value === undefined ? '' : String(value);
}

/** Rows as tab-separated values for the clipboard, with a header line if `hasHead`. */
export function tsvOf(columns: readonly ReportColumn[], rows: readonly ReportRow[], hasHead = false): string {
  const lines = rows.map((row) => columns.map((column) => exactCell(row, column)));
  return tsvLines(hasHead ? [columns.map(({ label }) => label), ...lines] : lines);
}

/** Lines of cells as tab-separated values. */
export function tsvLines(lines: readonly (readonly string[])[]): string {
  return lines.map(tsvLine).join('\n');
}
