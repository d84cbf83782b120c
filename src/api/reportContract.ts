import type { EmailForm, SchedulePattern } from '#model/index.ts';

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
  /** The colleague whose schedule delivered it; null for what the reader saved. */
  from: string | null;
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
  /** Rows that there will be; null where that is not known. */
  expectedRows: number | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

/** Answer of GET /api/savedReport/{id}: with the question and, of a snapshot, the answer of POST /api/rrun. */
export interface SavedReportContent extends SavedReport {
  request: Record<string, unknown>;
  rows: Record<string, string | number | null>[] | null;
  /** How it is shown, by parts of the address of the report page; null = as it comes. */
  view: Record<string, string> | null;
}

/** A run of a schedule. Times are ISO 8601. */
export interface ScheduleRun {
  id: number;
  dueAt: string;
  /** Whether somebody asked for it. */
  isManual: boolean;
  /** Whether it began long after its due time. */
  isLate: boolean;
  /** Earlier due times that passed while nobody could run them. */
  missed: number;
  /** First and last day of the report, and the hours from UTC in which they are counted. */
  startDate: string;
  endDate: string;
  offset: number;
  state: 'running' | 'done' | 'failed';
  error: string | null;
  rowCount: number;
  startedAt: string;
  endedAt: string | null;
}

/** What became of a delivery of a run. */
export interface ScheduleDelivery {
  kind: 'bell' | 'colleague' | 'email';
  /** The name of a user, or an address. */
  to: string;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped' | 'unknown';
  error: string | null;
  attempts: number;
  /** When it is tried again, ISO 8601. */
  nextAt: string | null;
  endedAt: string | null;
}

/** A run as GET /api/savedReport/{id}/schedule/runs answers it. */
export type ScheduleRunWithDeliveries = ScheduleRun & { deliveries: ScheduleDelivery[] };

/** The body of PUT /api/savedReport/{id}/schedule. */
export interface ScheduleBody extends SchedulePattern {
  format: 'csv' | 'xlsx';
  colleagueIds: number[];
  emails: string[];
  emailForm: EmailForm;
  isPaused: boolean;
}

/** A schedule of a saved definition. */
export interface ReportSchedule extends Omit<ScheduleBody, 'colleagueIds'> {
  reportId: number;
  /** The name of the report. */
  name: string;
  colleagues: { id: number; name: string }[];
  /** Addresses whose recipients want no more mails of this report. */
  stoppedEmails: string[];
  /** Why it has paused itself; null where somebody did. */
  pausedBecause: string | null;
  /** ISO 8601; null while it is paused, and when it is over. */
  nextDue: string | null;
  /** The last run, and how many of its deliveries failed or are not known of. */
  lastRun: (ScheduleRun & { undelivered: number }) | null;
}

/** Answer of GET /api/mail. */
export interface MailSetup {
  /** Whether the platform sends mails. */
  isSetUp: boolean;
  /** Largest file that a mail carries, in bytes. */
  attachmentBytes: number;
}
