import type { ReportColumn, ReportRequest, ReportRow } from '#reports/index.ts';

/** An answer as it is on screen. */
export interface ShownAnswer {
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: ReportRow;
}

/** How many rows a file will have, where the rows on screen are all that there are. */
export function expectedRows(shown: ShownAnswer | null): number | undefined {
  return shown && shown.rows.length < shown.request.limit ? shown.rows.length : undefined;
}
