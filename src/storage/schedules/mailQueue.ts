import { and, eq, isNull, sql } from 'drizzle-orm';
import type { EmailForm } from '#model/index.ts';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import type { Database } from '../entities/database.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { mailUnsubscribes, reportDeliveries, reportRuns, reportSchedules } from './scheduleTables.ts';

/** A total of a file: its label and its text. */
export interface FileTotal {
  label: string;
  text: string;
}

/** A mail that a process has claimed, with its contents. Times are ISO 8601. */
export interface ClaimedMail {
  id: number;
  runner: string;
  /** Number of attempts, including this one. */
  attempts: number;
  address: string;
  /** Whether the recipient has unsubscribed since. */
  isStopped: boolean;
  userId: number;
  reportId: number;
  name: string;
  emailForm: EmailForm;
  zone: string;
  dueAt: string;
  startDate: string;
  endDate: string;
  offset: number;
  rowCount: number;
  /** Null when the file was deleted. */
  file: { exportId: number; format: ExportFormat; byteCount: number; totals: FileTotal[] } | null;
}

/** The outcome of an attempt to send. */
export type MailEnd =
  | { state: 'sent' }
  | { state: 'waiting'; error: string; nextAt: string }
  | { state: 'failed' | 'stopped' | 'unknown'; error: string };

export interface MailQueue {
  /** Claims the mail that has waited longest; null when none is due. */
  claimNext(runner: string, now: string): Promise<ClaimedMail | null>;
  /**
   * Records that the mail is about to be handed to the mail server: from now on it is never automatically sent again.
   * False when this process no longer owns it.
   */
  startHandoff(mail: ClaimedMail, now: string): Promise<boolean>;
  end(mail: ClaimedMail, end: MailEnd, now: string): Promise<void>;
  /** Requeues a mail that was not handed over, as if it had not been claimed, to be sent later. */
  release(mail: ClaimedMail, nextAt: string): Promise<void>;
  /** Mails that processes claimed before and never completed: they are requeued, or their arrival is unknown. */
  requeueLost(before: string, now: string): Promise<void>;
}

const lostWords = 'Sending was interrupted. It is unknown whether the email arrived, and it is not sent again';

export function openMailQueue(db: Database): MailQueue {
  const taken = ({ id, runner }: ClaimedMail) =>
    and(eq(reportDeliveries.id, id), eq(reportDeliveries.state, 'sending'), eq(reportDeliveries.runner, runner));
  return {
    async claimNext(runner, now) {
      const { rows } = await db.execute<{ id: number }>(sql`
        update report_deliveries set state = 'sending', runner = ${runner}, attempts = attempts + 1,
          taken_at = ${now}::timestamptz, handed_at = null
        where id = (
          select id from report_deliveries
          where kind = 'email' and state = 'waiting' and next_at <= ${now}::timestamptz
          order by next_at, id limit 1
          for update skip locked
        )
        returning id`);
      const id = rows[0]?.id;
      return id === undefined ? null : readMail(db, id, runner);
    },
    async startHandoff(mail, now) {
      const handed = await db
        .update(reportDeliveries)
        .set({ handedAt: now })
        .where(taken(mail))
        .returning({ id: reportDeliveries.id });
      return handed.length > 0;
    },
    async end(mail, end, now) {
      const isOver = end.state !== 'waiting';
      await db
        .update(reportDeliveries)
        .set({
          state: end.state,
          error: end.state === 'sent' ? null : end.error,
          nextAt: end.state === 'waiting' ? end.nextAt : null,
          endedAt: isOver ? now : null,
          runner: null,
        })
        .where(taken(mail));
    },
    async release(mail, nextAt) {
      await db
        .update(reportDeliveries)
        .set({ state: 'waiting', runner: null, attempts: mail.attempts - 1, nextAt })
        .where(and(taken(mail), isNull(reportDeliveries.handedAt)));
    },
    async requeueLost(before, now) {
      await db.execute(sql`
        update report_deliveries set
          state = case when handed_at is null then 'waiting' else 'unknown' end,
          error = case when handed_at is null then error else ${lostWords} end,
          ended_at = case when handed_at is null then null else ${now}::timestamptz end,
          next_at = case when handed_at is null then next_at end,
          runner = null
        where state = 'sending' and taken_at < ${before}::timestamptz`);
    },
  };
}

async function readMail(db: Database, id: number, runner: string): Promise<ClaimedMail> {
  const [row] = await db
    .select({
      id: reportDeliveries.id,
      attempts: reportDeliveries.attempts,
      address: sql<string>`${reportDeliveries.address}`,
      isStopped: sql<boolean>`${mailUnsubscribes.address} is not null`,
      userId: reportSchedules.userId,
      reportId: reportSchedules.reportId,
      name: sql<string>`coalesce(${reportExports.name}, ${savedReports.name})`,
      emailForm: sql<EmailForm>`${reportSchedules.emailForm}`,
      zone: reportSchedules.zone,
      dueAt: reportRuns.dueAt,
      startDate: reportRuns.startDate,
      endDate: reportRuns.endDate,
      offset: reportRuns.offset,
      rowCount: reportRuns.rowCount,
      exportId: reportRuns.exportId,
      format: sql<ExportFormat>`${reportExports.format}`,
      byteCount: sql<number>`coalesce(${reportExports.byteCount}, 0)`.mapWith(Number),
      totals: sql<FileTotal[] | null>`${reportExports.totals}`,
    })
    .from(reportDeliveries)
    .innerJoin(reportRuns, eq(reportRuns.id, reportDeliveries.runId))
    .innerJoin(reportSchedules, eq(reportSchedules.id, reportRuns.scheduleId))
    .innerJoin(savedReports, eq(savedReports.id, reportSchedules.reportId))
    .leftJoin(reportExports, eq(reportExports.id, reportRuns.exportId))
    .leftJoin(
      mailUnsubscribes,
      and(
        eq(mailUnsubscribes.reportId, reportSchedules.reportId),
        eq(mailUnsubscribes.address, reportDeliveries.address),
      ),
    )
    .where(eq(reportDeliveries.id, id));
  if (!row) throw new Error('a mail was deleted while it was claimed');
  const { exportId, format, byteCount, totals, ...mail } = row;
  return { ...mail, runner, file: exportId === null ? null : { exportId, format, byteCount, totals: totals ?? [] } };
}
