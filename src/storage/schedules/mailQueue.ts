import { and, eq, sql } from 'drizzle-orm';
import type { EmailForm } from '#model/index.ts';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import type { Database } from '../entities/database.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { type MailClaim, type MailClaims, openMailClaims } from './mailClaims.ts';
import { mailUnsubscribes, reportDeliveries, reportRuns, reportSchedules } from './scheduleTables.ts';

/** A total of a file: its label and its text. */
export interface FileTotal {
  label: string;
  text: string;
}

/** A mail that a process has claimed, with its contents. Times are ISO 8601. */
export interface ClaimedMail extends MailClaim {
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

/** The mails with scheduled reports. */
export type MailQueue = MailClaims<ClaimedMail>;

export function openMailQueue(db: Database): MailQueue {
  return openMailClaims(db, reportDeliveries, (claim) => readMail(db, claim));
}

async function readMail(db: Database, claim: MailClaim): Promise<ClaimedMail> {
  const [row] = await db
    .select({
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
    .where(eq(reportDeliveries.id, claim.id));
  if (!row) throw new Error('a mail was deleted while it was claimed');
  const { exportId, format, byteCount, totals, ...mail } = row;
  return { ...claim, ...mail, file: exportId === null ? null : { exportId, format, byteCount, totals: totals ?? [] } };
}
