import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ExportFormat, ExportState } from '#model/reports/reportFiles.ts';
import type { Database } from '../entities/database.ts';
import type { FileTotal } from '../schedules/mailQueue.ts';
import { reportRuns } from '../schedules/scheduleTables.ts';
import { reportExportChunks, reportExports, savedReports } from '../reports/reportTables.ts';
import { claimNext, requeueLost } from './exportQueue.ts';
import type { ClaimedExport } from './claimedExport.ts';
import type { ExportInput } from './claimedExport.ts';

/** An export as its user sees it. Times are ISO 8601. */
export interface ExportRow {
  id: number;
  name: string;
  isIvt: boolean;
  format: ExportFormat;
  state: ExportState;
  /** Why it failed. */
  error: string | null;
  /** The report request, as ordered. */
  request: Record<string, unknown>;
  /** Rows and bytes of the file so far. */
  rowCount: number;
  byteCount: number;
  /** Expected number of rows; null where unknown. */
  expectedRows: number | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

export interface ExportProgress {
  rowCount: number;
  byteCount: number;
}

/** A completed file. */
export interface WrittenFile extends ExportProgress {
  /** Its first totals. */
  totals: FileTotal[];
}

/** Reports written to files in the background. Each user has their own: user calls name the user. */
export interface ExportStore {
  /** Queues an export; null when the user has reached the limit of pending exports. Those of schedules do not count. */
  create(input: ExportInput, limit: number): Promise<ExportRow | null>;
  /** Pending exports and those that ended without a file, and the newest of the others; newest first. */
  list(userId: number): Promise<ExportRow[]>;
  read(userId: number, id: number): Promise<ExportRow | null>;
  /** Cancels a pending export. Null when the user has no such export. */
  cancel(userId: number, id: number, now: string): Promise<ExportRow | null>;
  /** Deletes an export that ended without a file; false when there is none. */
  dismiss(userId: number, id: number): Promise<boolean>;

  /** Claims the next export; null when none is queued. Accounts take turns. */
  claim(runner: string, now: string): Promise<ClaimedExport | null>;
  /** Reports that the export is still running, with its progress; false when this process no longer owns it. */
  heartbeat(claim: ClaimedExport, progress: ExportProgress, now: string): Promise<boolean>;
  putChunk(claim: ClaimedExport, place: number, bytes: Uint8Array): Promise<void>;
  /**
   * Completes an export with its file, and saves that as a report; false when this process no longer owned the export.
   */
  finish(claim: ClaimedExport, file: WrittenFile, now: string): Promise<boolean>;
  fail(claim: ClaimedExport, error: string, now: string): Promise<void>;
  /**
   * Deletes its partial file and requeues it as if it had not been claimed, unless it was ended or claimed again since.
   */
  release(claim: ClaimedExport): Promise<void>;
  /** Requeues exports without a heartbeat since `before`; after `maxAttempts` attempts they fail. */
  requeueLost(before: string, options: { maxAttempts: number; now: string }): Promise<void>;
  /** The chunks of a file in order, one at a time. */
  readChunks(id: number): AsyncIterable<Uint8Array>;
  /** Prunes exports that ended before, with their files and saved reports. */
  prune(before: string): Promise<number>;
}

const columns = {
  id: reportExports.id,
  name: reportExports.name,
  isIvt: reportExports.isIvt,
  format: sql<ExportFormat>`${reportExports.format}`,
  state: sql<ExportState>`${reportExports.state}`,
  error: reportExports.error,
  request: sql<Record<string, unknown>>`${reportExports.request}`,
  rowCount: reportExports.rowCount,
  byteCount: reportExports.byteCount,
  expectedRows: reportExports.expectedRows,
  createdAt: reportExports.createdAt,
  startedAt: reportExports.startedAt,
  endedAt: reportExports.endedAt,
};

const underWay: ExportState[] = ['queued', 'running'];
const listed = 100;

export function openExports(db: Database): ExportStore {
  const own = (userId: number, id: number) => and(eq(reportExports.userId, userId), eq(reportExports.id, id));
  const claimed = ({ id, attempt, runner }: ClaimedExport) =>
    and(
      eq(reportExports.id, id),
      eq(reportExports.state, 'running'),
      eq(reportExports.runner, runner),
      eq(reportExports.attempts, attempt),
    );
  const dropChunks = (id: number) => db.delete(reportExportChunks).where(eq(reportExportChunks.exportId, id));
  return {
    create: (input, limit) =>
      db.transaction(async (transaction) => {
        // The user's row is the lock under which its exports are counted.
        await transaction.execute(sql`select id from users where id = ${input.userId} for update`);
        const found = await transaction
          .select({ id: reportExports.id })
          .from(reportExports)
          .leftJoin(reportRuns, eq(reportRuns.exportId, reportExports.id))
          .where(
            and(eq(reportExports.userId, input.userId), inArray(reportExports.state, underWay), isNull(reportRuns.id)),
          );
        if (found.length >= limit) return null;
        const [row] = await transaction.insert(reportExports).values(input).returning(columns);
        if (!row) throw new Error('the export was not stored');
        return row;
      }),
    list: (userId) =>
      db
        .select(columns)
        .from(reportExports)
        .where(eq(reportExports.userId, userId))
        .orderBy(desc(reportExports.id))
        .limit(listed),
    async read(userId, id) {
      const [row] = await db.select(columns).from(reportExports).where(own(userId, id));
      return row ?? null;
    },
    async cancel(userId, id, now) {
      const [row] = await db
        .update(reportExports)
        .set({ state: 'canceled', endedAt: now })
        .where(and(own(userId, id), inArray(reportExports.state, underWay)))
        .returning(columns);
      if (!row) return this.read(userId, id);
      await dropChunks(id);
      return row;
    },
    async dismiss(userId, id) {
      const deleted = await db
        .delete(reportExports)
        .where(and(own(userId, id), inArray(reportExports.state, ['failed', 'canceled'])))
        .returning({ id: reportExports.id });
      return deleted.length > 0;
    },

    claim: (runner, now) => claimNext(db, runner, now),
    async heartbeat(claim, progress, now) {
      const updated = await db
        .update(reportExports)
        .set({ ...progress, aliveAt: now })
        .where(claimed(claim))
        .returning({ id: reportExports.id });
      return updated.length > 0;
    },
    async putChunk({ id, attempt }, place, bytes) {
      await db.insert(reportExportChunks).values({ exportId: id, attempt, place, bytes });
    },
    finish: (claim, file, now) =>
      db.transaction(async (transaction) => {
        const [done] = await transaction
          .update(reportExports)
          .set({ ...file, state: 'done', endedAt: now })
          .where(claimed(claim))
          .returning({ id: reportExports.id });
        if (!done) return false;
        const { userId, name, isIvt, request } = claim;
        const { rowCount } = file;
        await transaction
          .insert(savedReports)
          .values({ userId, name, isIvt, request, rows: null, file: null, exportId: claim.id, rowCount });
        return true;
      }),
    async fail(claim, error, now) {
      const failed = await db
        .update(reportExports)
        .set({ state: 'failed', error, endedAt: now })
        .where(claimed(claim))
        .returning({ id: reportExports.id });
      if (failed.length > 0) await dropChunks(claim.id);
    },
    async release(claim) {
      await db
        .delete(reportExportChunks)
        .where(and(eq(reportExportChunks.exportId, claim.id), eq(reportExportChunks.attempt, claim.attempt)));
      await db
        .update(reportExports)
        .set({ state: 'queued', runner: null, rowCount: 0, byteCount: 0, attempts: claim.attempt - 1 })
        .where(claimed(claim));
    },
    requeueLost: (before, options) => requeueLost(db, before, options),
    async *readChunks(id) {
      for (let place = 0; ; place += 1) {
        const [chunk] = await db
          .select({ bytes: reportExportChunks.bytes })
          .from(reportExportChunks)
          .innerJoin(reportExports, eq(reportExports.id, reportExportChunks.exportId))
          .where(
            and(
              eq(reportExportChunks.exportId, id),
              eq(reportExportChunks.attempt, reportExports.attempts),
              eq(reportExportChunks.place, place),
            ),
          )
          .orderBy(asc(reportExportChunks.place));
        if (!chunk) return;
        yield chunk.bytes;
      }
    },
    async prune(before) {
      const pruned = await db.delete(reportExports).where(lt(reportExports.endedAt, before));
      return pruned.rowCount ?? 0;
    },
  };
}
