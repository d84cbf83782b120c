import type { ExportFormat } from '#model/reports/reportFiles.ts';

/** An export that a process has claimed. Its writes count as long as the process owns the export. */
export interface ClaimedExport extends ExportInput {
  id: number;
  attempt: number;
  runner: string;
}

/** A requested export. */
export interface ExportInput {
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
