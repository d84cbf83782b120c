/** A link by which people without a login read a saved report. Times are ISO 8601. */
export interface ReportShare {
  id: number;
  /** For whom or what it is; may be empty. */
  note: string;
  state: 'living' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string;
  /** How often the page was opened, and when last. */
  views: number;
  lastViewAt: string | null;
}

/** Answer of POST /api/savedReport/{id}/shares: the one time that the link itself is told. */
export interface NewReportShare extends ReportShare {
  url: string;
}

/** Bounds of links. */
export const shareLimits = {
  /** Links to one report that live at a time. */
  living: 20,
  /** Links that are listed, the newest first. */
  listed: 100,
  /** Hours that a link may live. */
  leastHours: 1,
  mostHours: 90 * 24,
  /** Characters of the note. */
  note: 255,
} as const;

/** A column of a shared report. */
export interface SharedColumn {
  key: string;
  label: string;
  /** What its figures or values mean. */
  definition: string;
  /** The unit of figures; null for what they are broken down by. */
  unit: 'count' | 'usd' | 'ratio' | 'number' | 'ms' | null;
}

/** Answer of GET /api/shared/{token}: what whoever has the link may read, without any id of an object. */
export interface SharedReport {
  name: string;
  /** The account that shares it; null where it is the operator of the platform. */
  sharedBy: string | null;
  validUntil: string;
  /** First and last day, both included; with times where the days are not whole, as HH:MM. */
  range: { startDate: string; endDate: string; startTime: string | null; endTime: string | null };
  /** Hours from UTC: the zone of the days and times. */
  offset: number;
  /** When the figures were counted. */
  countedAt: string;
  /** A table, or a file to download. */
  content: SharedTable | SharedFile;
}

/** The rows of a shared report. Money is decimal USD text, a rate is a part of 1. */
export interface SharedTable {
  kind: 'table';
  /** Whether it is counted anew when it is opened later. */
  isLive: boolean;
  columns: SharedColumn[];
  rows: Record<string, string | number | null>[];
  /** Of all that was counted; null where nothing is broken down, and the one row is it. */
  totals: Record<string, string | number | null> | null;
  /** Whether there are more rows than those told. */
  isCut: boolean;
}

/** A shared report that is kept as a file. */
export interface SharedFile {
  kind: 'file';
  format: 'csv' | 'xlsx';
  /** Null where it is not known. */
  byteCount: number | null;
  rowCount: number;
}
