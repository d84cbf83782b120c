import type { ReportColumn, ReportRow } from '#reports/index.ts';

/** A cell on which a menu opens. */
export interface CellPlace {
  row: ReportRow;
  column: ReportColumn;
  anchor: Element | { x: number; y: number };
  /** The columns of its row; absent where they are those of the report. */
  columns?: readonly ReportColumn[];
}
