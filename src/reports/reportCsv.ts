import { zoneLabel } from './calendar.ts';
import type { ReportRow } from './formatRows.ts';
import { dimensionText, type ReportColumn } from './reportColumns.ts';
import type { ReportRequest } from './request.ts';

/**
 * A report as CSV: exact values, ids beside their names, the totals last, the range and its zone in the head of the
 * time column. Lines end in CRLF (RFC 4180).
 */
export function reportCsv(
  request: ReportRequest,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  totals: ReportRow,
): string {
  const zone = zoneLabel(request.offset);
  const head = columns.flatMap((column) => {
    if (column.type === 'metric') return [`${column.label}${unitWords[column.unit] ?? ''}`];
    if (column.dimension.kind === 'time') return [`${column.label} (${zone})`];
    return column.dimension.kind === 'id' ? [`${column.label} id`, column.label] : [column.label];
  });
  const line = (row: ReportRow, isTotals: boolean) =>
    columns.flatMap((column, index) => {
      const value = row[column.key];
      if (column.type === 'metric') return [value === null || value === undefined ? '' : String(value)];
      const text = isTotals ? (index === 0 ? 'Totals' : '') : dimensionText(row, column.dimension);
      if (column.dimension.kind !== 'id') return [text];
      return isTotals ? [text, ''] : [String(value ?? ''), text];
    });
  const lines = [head, ...rows.map((row) => line(row, false))];
  lines.push(line(totals, true), [`Days ${request.startDate} to ${request.endDate}; ${zone}`]);
  return lines.map((cells) => cells.map(escapeCell).join(',')).join('\r\n') + '\r\n';
}

/** What stands behind the name of a metric whose numbers do not tell their unit. */
const unitWords: Partial<Record<string, string>> = { usd: ' (USD)', ms: ' (ms)' };

/** The name of the exported file. */
export function csvName(request: ReportRequest): string {
  return `report-${request.startDate}-${request.endDate}.csv`;
}

/** Quotes where needed. Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay. */
function escapeCell(cell: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);
  const safe = isFormula ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
