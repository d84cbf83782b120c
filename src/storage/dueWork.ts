import { sql } from 'drizzle-orm';
import type { Database } from './entities/database.ts';

/** Whether there is anything to do, by kind of background work. */
export interface DueWork {
  /** Exports that wait, or that run and may have lost their process. */
  exports: boolean;
  /** Mails that may be sent, or that are being sent and may have lost their process. */
  mails: boolean;
  /** Schedules that are due, or runs that may have ended. */
  schedules: boolean;
}

/** Reads in one statement whether background work is due, so that idle processes run no others. */
export interface DueWorkReader {
  /** Reads as of an ISO 8601 time. Calls during a read get its result. */
  read(now: string): Promise<DueWork>;
}

export function openDueWork(db: Database): DueWorkReader {
  let reading: Promise<DueWork> | null = null;
  const readOnce = async (now: string): Promise<DueWork> => {
    const { rows } = await db.execute<DueWork & Record<string, unknown>>(sql`
      select
        exists (select from report_exports where state in ('queued', 'running')) as exports,
        exists (
          select from report_deliveries
          where kind = 'email' and (state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz))
        ) or exists (
          select from daily_mails where state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz)
        ) as mails,
        exists (select from report_runs where state = 'running')
          or exists (
            select from report_schedules schedule join saved_reports report on report.id = schedule.report_id
            where (schedule.next_due is null or schedule.next_due <= ${now}::timestamptz)
              and not schedule.is_over and not schedule.is_paused and not report.is_archived
          ) as schedules`);
    const [due] = rows;
    if (!due) throw new Error('The statement returned no row');
    return due;
  };
  return {
    read(now) {
      reading ??= readOnce(now).finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}
