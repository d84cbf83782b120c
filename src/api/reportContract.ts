/** A saved report as the bell and /reports list it. */
export interface SavedReport {
  id: number;
  /** When it was saved, ISO 8601. */
  dt: string;
  name: string;
  /** Whether it is a file to download. */
  file: boolean;
  /** What is kept: the question alone, which is run anew each time, the rows of its answer, or a file. */
  kind: 'definition' | 'snapshot' | 'file';
  /** The format of a file; null for anything else. */
  format: 'csv' | 'xlsx' | null;
  /** Bytes of a file that was exported; null for anything else. */
  byteCount: number | null;
  /** When the file is deleted, ISO 8601; null for what is kept for good. */
  keptUntil: string | null;
  /** Whether it is a postbid report. */
  ivt: boolean;
  isArchived: boolean;
  rowCount: number;
}

/** A report that is, or was, written to a file in the background. Times are ISO 8601. */
export interface ReportExport {
  id: number;
  name: string;
  /** Whether it is a postbid report. */
  ivt: boolean;
  format: 'csv' | 'xlsx';
  state: 'queued' | 'running' | 'done' | 'failed' | 'canceled';
  /** Why it failed. */
  error: string | null;
  /** Rows and bytes of the file so far. */
  rowCount: number;
  byteCount: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

/** Answer of GET /api/savedReport/{id}: with the question and, of a snapshot, the answer of POST /api/rrun. */
export interface SavedReportContent extends SavedReport {
  request: Record<string, unknown>;
  rows: Record<string, string | number | null>[] | null;
}
