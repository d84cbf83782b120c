import type { ExportFormat } from '#model/reports/reportFiles.ts';

/** An export that a process has claimed. Its writes count as long as the process owns the export. */
export interface ClaimedExport extends ExportOrder {
  id: number;
  attempt: number;
  runner: string;
}

export interface ExportOrder {
  userId: number;
  demandId: number | null;
  name: string;
  isIvt: boolean;
  format: ExportFormat;
  /** The request body of POST /api/rrun. */
  request: Record<string, unknown>;
  /** Expected number of rows; absent where unknown. */
  expectedRows?: number;
}
