import type { ReportColumn, ReportRequest, ReportRow } from '#reports/index.ts';

/** The report as shown on screen. */
export interface ShownResult {
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: ReportRow;
}

/** Number of rows that a file will have, known when all rows are on screen. */
export function expectedRows(shown: ShownResult | null): number | undefined {
  return shown && shown.rows.length < shown.request.limit ? shown.rows.length : undefined;
}
