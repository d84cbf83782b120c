import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from './entities/database.ts';
import { savedReports } from './tables.ts';

/** A row of a report's answer. */
export type KeptRow = Record<string, string | number | null>;

/** A saved report without its content. */
export interface SavedReportRow {
  id: number;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  isArchived: boolean;
  isIvt: boolean;
  isFile: boolean;
  rowCount: number;
}

/** A report about to be kept: with rows, or as a file. */
export interface NewSavedReport {
  userId: number;
  name: string;
  isIvt: boolean;
  request: Record<string, unknown>;
  rows: KeptRow[] | null;
  file: string | null;
  rowCount: number;
}

/** Reports that people kept. Everybody has their own: each call names the user. */
export interface SavedReportStore {
  /** The newest first; those after an id, those that are not archived, at most so many. */
  list(
    userId: number,
    filter: { after?: number; isArchivedShown?: boolean; limit?: number },
  ): Promise<SavedReportRow[]>;
  read(
    userId: number,
    id: number,
  ): Promise<(SavedReportRow & { request: Record<string, unknown>; rows: KeptRow[] | null }) | null>;
  readFile(userId: number, id: number): Promise<{ name: string; request: unknown; file: string } | null>;
  create(report: NewSavedReport): Promise<SavedReportRow>;
  /** Null when there is no such report of the user. */
  update(userId: number, id: number, change: { name?: string; isArchived?: boolean }): Promise<SavedReportRow | null>;
  /** Whether there was one to delete. */
  remove(userId: number, id: number): Promise<boolean>;
}

const columns = {
  id: savedReports.id,
  name: savedReports.name,
  createdAt: savedReports.createdAt,
  isArchived: savedReports.isArchived,
  isIvt: savedReports.isIvt,
  isFile: sql<boolean>`${savedReports.file} is not null`,
  rowCount: savedReports.rowCount,
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
        .select({ ...columns, request: savedReports.request, rows: savedReports.rows })
        .from(savedReports)
        .where(own(userId, id));
      if (!row) return null;
      return { ...row, request: row.request as Record<string, unknown>, rows: row.rows as KeptRow[] | null };
    },
    async readFile(userId, id) {
      const [row] = await db
        .select({ name: savedReports.name, request: savedReports.request, file: savedReports.file })
        .from(savedReports)
        .where(own(userId, id));
      return row && row.file !== null ? { ...row, file: row.file } : null;
    },
    async create(report) {
      const [row] = await db.insert(savedReports).values(report).returning(columns);
      if (!row) throw new Error('the report was not stored');
      return row;
    },
    async update(userId, id, change) {
      const [row] = await db.update(savedReports).set(change).where(own(userId, id)).returning(columns);
      return row ?? null;
    },
    async remove(userId, id) {
      const removed = await db.delete(savedReports).where(own(userId, id)).returning({ id: savedReports.id });
      return removed.length > 0;
    },
  };
}
