import { and, desc, eq, gt, notExists, type SQL, sql } from 'drizzle-orm';
import type { ExportFormat, SavedReportKind } from '#model/reports/reportFiles.ts';
import type { Database } from '../entities/database.ts';
import { reportExports, savedReports } from './reportTables.ts';
import { reportSchedules } from '../schedules/scheduleTables.ts';
import { tableOf } from '../tableOf.ts';

/** A row of a report's result. */
export type SavedRow = Record<string, string | number | null>;

/** The display settings of a report, as parameters of its page's URL. */
export type ReportViewParts = Record<string, string>;

/** A saved report without its content. */
export interface SavedReportRow {
  id: number;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  isArchived: boolean;
  isIvt: boolean;
  kind: SavedReportKind;
  /** The format of a file; null for anything else. */
  format: ExportFormat | null;
  /** Bytes of an exported file; null for anything else. */
  byteCount: number | null;
  /** End of the export that wrote it, from which its retention counts. Null for reports without expiry. */
  exportedAt: string | null;
  rowCount: number;
  /** The colleague whose schedule delivered it; null for the user's own. */
  senderName: string | null;
}

/** The content of a file: a text, or the chunks of an export. */
export type SavedFile = {
  name: string;
  request: unknown;
  /** The scope of a delivered file's facts; null for the user's own. */
  seenAs: unknown;
} & ({ format: 'csv'; text: string } | { format: ExportFormat; exportId: number });

/** A saved report with its content. */
export interface SavedReportContentRow extends SavedReportRow {
  request: Record<string, unknown>;
  rows: SavedRow[] | null;
  view: ReportViewParts | null;
}

/** A report to be saved: with rows, as a file, or with neither as a definition. */
export interface NewSavedReport {
  userId: number;
  name: string;
  isIvt: boolean;
  request: Record<string, unknown>;
  rows: SavedRow[] | null;
  file: string | null;
  rowCount: number;
  /** Null = the default. */
  view: ReportViewParts | null;
}

/** Saved reports. Each user has their own: each call names the user. */
export interface SavedReportStore {
  /** Newest first, with optional filters. */
  list(
    userId: number,
    filter: { after?: number; isArchivedShown?: boolean; limit?: number },
  ): Promise<SavedReportRow[]>;
  read(userId: number, id: number): Promise<SavedReportContentRow | null>;
  /** Null when the user has no such report, or it is not a file. */
  readFile(userId: number, id: number): Promise<SavedFile | null>;
  create(report: NewSavedReport): Promise<SavedReportRow>;
  /** Null when the user has no such report. */
  update(userId: number, id: number, change: { name?: string; isArchived?: boolean }): Promise<SavedReportRow | null>;
  /** Returns whether there was one to delete. */
  remove(userId: number, id: number): Promise<boolean>;
}

const users = tableOf('user');

const columns = {
  id: savedReports.id,
  name: savedReports.name,
  createdAt: savedReports.createdAt,
  isArchived: savedReports.isArchived,
  isIvt: savedReports.isIvt,
  kind: sql<SavedReportKind>`case
    when ${savedReports.file} is not null or ${savedReports.exportId} is not null then 'file'
    when ${savedReports.rows} is not null then 'snapshot'
    else 'definition' end`,
  format: sql<ExportFormat | null>`coalesce(
    (select ${reportExports.format} from ${reportExports} where ${reportExports.id} = ${savedReports.exportId}),
    case when ${savedReports.file} is not null then 'csv' end)`,
  byteCount: sql<number | null>`(
    select ${reportExports.byteCount} from ${reportExports} where ${reportExports.id} = ${savedReports.exportId}
  )`.mapWith((value: string | null) => (value === null ? null : Number(value))),
  exportedAt: sql<string | null>`(
    select ${reportExports.endedAt} from ${reportExports} where ${reportExports.id} = ${savedReports.exportId}
  )`.mapWith((value: string | Date | null) => (value === null ? null : new Date(value).toISOString())),
  rowCount: savedReports.rowCount,
  senderName: sql<string | null>`(
    select ${users.columns['name']} from ${users.table} where ${users.columns['id']} = ${savedReports.senderId}
  )`,
};

export function openSavedReports(db: Database): SavedReportStore {
  const own = (userId: number, id: number): SQL | undefined =>
    and(eq(savedReports.userId, userId), eq(savedReports.id, id));
  return {
    async list(userId, { after, isArchivedShown = false, limit = 1000 }) {
      return db
        .select(columns)
        .from(savedReports)
        .where(
          and(
            eq(savedReports.userId, userId),
            after === undefined ? undefined : gt(savedReports.id, after),
            isArchivedShown ? undefined : eq(savedReports.isArchived, false),
          ),
        )
        .orderBy(desc(savedReports.id))
        .limit(limit);
    },
    async read(userId, id) {
      const [row] = await db
        .select({ ...columns, request: savedReports.request, rows: savedReports.rows, view: savedReports.view })
        .from(savedReports)
        .where(own(userId, id));
      if (!row) return null;
      return {
        ...row,
        request: row.request as Record<string, unknown>,
        rows: row.rows as SavedRow[] | null,
        view: row.view as ReportViewParts | null,
      };
    },
    async readFile(userId, id) {
      const [row] = await db
        .select({
          name: savedReports.name,
          request: savedReports.request,
          text: savedReports.file,
          exportId: savedReports.exportId,
          format: columns.format,
          seenAs: savedReports.seenAs,
        })
        .from(savedReports)
        .where(own(userId, id));
      if (!row) return null;
      const { name, request, seenAs, text, exportId, format } = row;
      if (text !== null) return { name, request, seenAs, format: 'csv', text };
      return exportId === null || format === null ? null : { name, request, seenAs, format, exportId };
    },
    async create(report) {
      const [row] = await db.insert(savedReports).values(report).returning(columns);
      if (!row) throw new Error('the report was not stored');
      return row;
    },
    async update(userId, id, change) {
      return db.transaction(async (transaction) => {
        const [row] = await transaction.update(savedReports).set(change).where(own(userId, id)).returning(columns);
        // Due times that passed while it was archived are not made up for.
        if (row && change.isArchived !== undefined) {
          const unscheduled = { nextDue: null, isOver: false };
          await transaction.update(reportSchedules).set(unscheduled).where(eq(reportSchedules.reportId, id));
        }
        return row ?? null;
      });
    },
    async remove(userId, id) {
      return db.transaction(async (transaction) => {
        const [removed] = await transaction
          .delete(savedReports)
          .where(own(userId, id))
          .returning({ exportId: savedReports.exportId });
        if (!removed) return false;
        if (removed.exportId !== null) {
          // Colleagues who received it keep their copies.
          const otherReports = transaction.select({ id: savedReports.exportId }).from(savedReports);
          const usesSameExport = eq(savedReports.exportId, removed.exportId);
          await transaction
            .delete(reportExports)
            .where(and(eq(reportExports.id, removed.exportId), notExists(otherReports.where(usesSameExport))));
        }
        return true;
      });
    },
  };
}
