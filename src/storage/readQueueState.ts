import { sql } from 'drizzle-orm';
import type { Database } from './entities/database.ts';

/** How much background work waits. */
export interface QueueState {
  exportsQueued: number;
  exportsRunning: number;
  mailsDue: number;
  /** Seconds for which the most overdue schedule has been due; 0 = none is. */
  scheduleLagSeconds: number;
}

/** Reads how much background work waits, as of an ISO 8601 time, in one statement. */
export async function readQueueState(db: Database, now: string): Promise<QueueState> {
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select
      (select count(*)::int from report_exports where state = 'queued') as "exportsQueued",
      (select count(*)::int from report_exports where state = 'running') as "exportsRunning",
      (
        select count(*)::int from report_deliveries
        where kind = 'email' and (state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz))
      ) + (
        select count(*)::int from daily_mails
        where state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz)
      ) as "mailsDue",
      (
        select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(schedule.next_due)), 0))::float8
        from report_schedules schedule join saved_reports report on report.id = schedule.report_id
        where not schedule.is_over and not schedule.is_paused and not report.is_archived
      ) as "scheduleLagSeconds"`);
  const [state] = rows;
  if (!state) throw new Error('The statement returned no row');
  return state;
}
