import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';
import { savedReports } from '../reports/reportTables.ts';
import { reportShares } from './shareTables.ts';

/** A link to a saved report, as its user sees it. Times are ISO 8601. */
export interface ShareRow {
  id: number;
  /** Its recipient or purpose; may be empty. */
  note: string;
  createdAt: string;
  expiresAt: string;
  /** Null while it is not revoked. */
  revokedAt: string | null;
  views: number;
  lastViewAt: string | null;
}

/** A link to be created. The token itself is not stored. */
export interface NewShare {
  token: string;
  note: string;
  createdAt: string;
  expiresAt: string;
}

/** The report behind a valid link. */
export interface FoundShare {
  id: number;
  reportId: number;
  /** Owner of the report. */
  userId: number;
  note: string;
  expiresAt: string;
}

/** A new link, or why there is none: the user has no such report, or it has the maximum number of valid links. */
export type MadeShare = { type: 'made'; share: ShareRow } | { type: 'noReport' } | { type: 'full' };

/** Links to saved reports. User calls name the user, who only has links to their own reports. */
export interface ShareStore {
  create(userId: number, reportId: number, share: NewShare, most: number): Promise<MadeShare>;
  /**
   * The newest links of a report, newest first, including expired and revoked ones; null when the user has no such
   * report.
   */
  list(userId: number, reportId: number, most: number): Promise<ShareRow[] | null>;
  /** Revokes a link; one that is already revoked stays unchanged. Null when the user has no such link. */
  revoke(
    userId: number,
    reportId: number,
    id: number,
    now: string,
  ): Promise<{ share: ShareRow; isNew: boolean } | null>;
  /** The report behind a token; null when there is no such link, or it has expired or was revoked. */
  find(token: string, now: string): Promise<FoundShare | null>;
  /** Counts a view; returns the new number. */
  countView(id: number, now: string): Promise<number>;
  /** Prunes links that expired or were revoked before. */
  prune(before: string): Promise<number>;
}

const columns = {
  id: reportShares.id,
  note: reportShares.note,
  createdAt: reportShares.createdAt,
  expiresAt: reportShares.expiresAt,
  revokedAt: reportShares.revokedAt,
  views: reportShares.views,
  lastViewAt: reportShares.lastViewAt,
};

export function openShares(db: Database): ShareStore {
  const ownReport = (userId: number, reportId: number) =>
    and(eq(savedReports.userId, userId), eq(savedReports.id, reportId));
  return {
    create: (userId, reportId, { token, ...share }, most) =>
      db.transaction(async (transaction): Promise<MadeShare> => {
        // The report's row is the lock under which its links are counted.
        const [report] = await transaction
          .select({ id: savedReports.id })
          .from(savedReports)
          .where(ownReport(userId, reportId))
          .for('update');
        if (!report) return { type: 'noReport' };
        const [activeShares] = await transaction
          .select({ count: count() })
          .from(reportShares)
          .where(
            and(
              eq(reportShares.reportId, reportId),
              isNull(reportShares.revokedAt),
              gt(reportShares.expiresAt, share.createdAt),
            ),
          );
        if ((activeShares?.count ?? 0) >= most) return { type: 'full' };
        const [row] = await transaction
          .insert(reportShares)
          .values({ ...share, reportId, tokenHash: digest(token) })
          .returning(columns);
        if (!row) throw new Error('the link was not stored');
        return { type: 'made', share: row };
      }),
    async list(userId, reportId, most) {
      const [report] = await db.select({ id: savedReports.id }).from(savedReports).where(ownReport(userId, reportId));
      if (!report) return null;
      return db
        .select(columns)
        .from(reportShares)
        .where(eq(reportShares.reportId, reportId))
        .orderBy(desc(reportShares.id))
        .limit(most);
    },
    async revoke(userId, reportId, id, now) {
      const [row] = await db
        .select(columns)
        .from(reportShares)
        .innerJoin(savedReports, eq(savedReports.id, reportShares.reportId))
        .where(and(ownReport(userId, reportId), eq(reportShares.id, id)));
      if (!row) return null;
      const [revoked] = await db
        .update(reportShares)
        .set({ revokedAt: now })
        .where(and(eq(reportShares.id, id), isNull(reportShares.revokedAt)))
        .returning(columns);
      return { share: revoked ?? row, isNew: revoked !== undefined };
    },
    async find(token, now) {
      const [found] = await db
        .select({
          id: reportShares.id,
          reportId: reportShares.reportId,
          userId: savedReports.userId,
          note: reportShares.note,
          expiresAt: reportShares.expiresAt,
        })
        .from(reportShares)
        .innerJoin(savedReports, eq(savedReports.id, reportShares.reportId))
        .where(
          and(
            eq(reportShares.tokenHash, digest(token)),
            isNull(reportShares.revokedAt),
            gt(reportShares.expiresAt, now),
            eq(savedReports.isArchived, false),
          ),
        );
      return found ?? null;
    },
    async countView(id, now) {
      const [counted] = await db
        .update(reportShares)
        .set({ views: sql`${reportShares.views} + 1`, lastViewAt: now })
        .where(eq(reportShares.id, id))
        .returning({ views: reportShares.views });
      return counted?.views ?? 0;
    },
    async prune(before) {
      const isOver = or(lt(reportShares.expiresAt, before), lt(reportShares.revokedAt, before));
      const pruned = await db.delete(reportShares).where(isOver);
      return pruned.rowCount ?? 0;
    },
  };
}
