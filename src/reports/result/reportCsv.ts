import { csvLine } from '#model/field/csvCell.ts';
import { zoneLabel } from '../question/calendar.ts';
import type { ReportRow } from './formatRows.ts';
import { daysLine } from './rangeText.ts';
import { dimensionText, type ReportColumn } from './reportColumns.ts';
import type { ReportRequest } from '../question/request.ts';

/**
 * A report as CSV: exact values, ids beside their names, the totals last, range and zone in the heading of the time
 * column. Lines end in CRLF (RFC 4180).
 */
export function reportCsv(
  request: ReportRequest,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  totals: ReportRow,
): string {
  const lines = [csvHead(request, columns), ...rows.map((row) => csvCells(columns, row))];
  lines.push(csvTotals(columns, totals), [daysLine(request)]);
  return lines.map(csvLine).join('');
}

export function csvHead(request: ReportRequest, columns: readonly ReportColumn[]): string[] {
  const zone = zoneLabel(request.offset);
  return columns.flatMap((column) => {
    if (column.type === 'metric') return [`${column.label}${unitWords[column.unit] ?? ''}`];
    if (column.dimension.kind === 'time') return [`${column.label} (${zone})`];
    return column.dimension.kind === 'id' ? [`${column.label} ID`, column.label] : [column.label];
  });
}

/** The cells of a row, as many as there are headings. */
export function csvCells(columns: readonly ReportColumn[], row: ReportRow): string[] {
  return columns.flatMap((column) => {
    const value = row[column.key];
    if (column.type === 'metric') return [String(value ?? '')];
    const text = dimensionText(row, column.dimension);
    return column.dimension.kind === 'id' ? [String(value ?? ''), text] : [text];
  });
}

/** The cells of the totals. */
export function csvTotals(columns: readonly ReportColumn[], totals: ReportRow): string[] {
  return columns.flatMap((column, index) => {
    if (column.type === 'metric') return [String(totals[column.key] ?? '')];
    const text = index === 0 ? 'Totals' : '';
    return column.dimension.kind === 'id' ? [text, ''] : [text];
  });
}

/** Units in headings, for metrics whose numbers do not show it. */
const unitWords: Partial<Record<string, string>> = { usd: ' (USD)', ms: ' (ms)' };

/** The name of the exported file. */
export function csvName(request: ReportRequest): string {
  const kind = request.traffic === 'test' ? 'test-report' : 'report';
  return `${kind}-${request.startDate}-${request.endDate}.csv`;
}
