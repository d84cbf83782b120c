import { and, desc, eq, gt, notExists, type SQL, sql } from 'drizzle-orm';
import type { ExportFormat, SavedReportKind } from '#model/fact/reportFiles.ts';
import type { Database } from './entities/database.ts';
import { reportExports, savedReports } from './reportTables.ts';
import { reportSchedules } from './schedules/scheduleTables.ts';
import { tableOf } from './tableOf.ts';

/** A row of a report's answer. */
export type SavedRow = Record<string, string | number | null>;

/** How a report is shown, as the address of its page says it. */
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
  /** Bytes of a file that was exported; null for anything else. */
  byteCount: number | null;
  /** When the export that wrote it ended: from then its days are counted. Null for what is kept for good. */
  exportedAt: string | null;
  rowCount: number;
  /** The colleague whose schedule delivered it; null for what its user saved. */
  senderName: string | null;
}

/** Where the content of a file is: in a text, or in the pieces of an export. */
export type SavedFile = {
  name: string;
  request: unknown;
  /** Whose facts a delivered file tells of; null for what its user saved. */
  seenAs: unknown;
} & ({ format: 'csv'; text: string } | { format: ExportFormat; exportId: number });

/** A saved report with what it holds. */
export interface SavedReportContentRow extends SavedReportRow {
  request: Record<string, unknown>;
  rows: SavedRow[] | null;
  view: ReportViewParts | null;
}

/** A report about to be kept: with rows, as a file, or with neither as a definition. */
export interface NewSavedReport {
  userId: number;
  name: string;
  isIvt: boolean;
  request: Record<string, unknown>;
  rows: SavedRow[] | null;
  file: string | null;
  rowCount: number;
  /** Null = as it comes. */
  view: ReportViewParts | null;
}

/** Reports that people kept. Everybody has their own: each call names the user. */
export interface SavedReportStore {
  /** The newest first; those after an id, those that are not archived, at most so many. */
  list(
    userId: number,
    filter: { after?: number; isArchivedShown?: boolean; limit?: number },
  ): Promise<SavedReportRow[]>;
  read(userId: number, id: number): Promise<SavedReportContentRow | null>;
  /** Null when the user has no such report, or it is no file. */
  readFile(userId: number, id: number): Promise<SavedFile | null>;
  create(report: NewSavedReport): Promise<SavedReportRow>;
  /** Null when there is no such report of the user. */
  update(userId: number, id: number, change: { name?: string; isArchived?: boolean }): Promise<SavedReportRow | null>;
  /** Whether there was one to delete. */
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

/** Opens the saved reports of a database. */
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
        // What was due while it was archived is not run when it comes back.
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
          // Colleagues to whom it was delivered keep theirs.
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
