import type { ExportFormat } from '#model/fact/reportFiles.ts';

/** An export that a process has taken on. What it writes counts as long as the export is still its own. */
export interface ClaimedExport extends ExportOrder {
  id: number;
  attempt: number;
  runner: string;
}

/** What shall be exported. */
export interface ExportOrder {
  userId: number;
  demandId: number | null;
  name: string;
  isIvt: boolean;
  format: ExportFormat;
  /** The question, as POST /api/rrun takes it. */
  request: Record<string, unknown>;
  /** Rows that there will be; absent where that is not known. */
  expectedRows?: number;
}
