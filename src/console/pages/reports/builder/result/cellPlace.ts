import type { ReportColumn, ReportRow } from '#reports/index.ts';

/** A cell whose menu is open. */
export interface CellPlace {
  row: ReportRow;
  column: ReportColumn;
  anchor: Element | { x: number; y: number };
  /** The columns of its row; absent when they are those of the report. */
  columns?: readonly ReportColumn[];
}
