import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { formatValue } from '#reports/result/formatValue.ts';

/** The text of a cell. */
export function cellText(row: ReportRow, column: ReportColumn): string {
  return column.type === 'dimension' ? dimensionText(row, column.dimension) : formatValue(row[column.key], column.unit);
}
