import { sql } from 'drizzle-orm';
import type { Database } from './entities/database.ts';

/** How much background work waits. Times are in ms since the epoch; null = nothing waits. */
export interface QueueState {
  exportsQueued: number;
  exportsRunning: number;
  /** When the first queued export was requested. */
  exportsSince: number | null;
  mailsDue: number;
  /** When the first due mail was due. */
  mailsSince: number | null;
  schedulesDue: number;
  /** Seconds for which the most overdue schedule has been due; 0 = none is. */
  scheduleLagSeconds: number;
  /** Spool files in which it is undecided which hits count. */
  claimsUndecided: number;
  claimsSince: number | null;
}

/** Reads how much background work waits, as of an ISO 8601 time, in one statement. */
export async function readQueueState(db: Database, now: string): Promise<QueueState> {
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    with mails as (
      select next_at from report_deliveries
      where kind = 'email' and (state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz))
      union all
      select next_at from daily_mails
      where state = 'sending' or (state = 'waiting' and next_at <= ${now}::timestamptz)
    ), schedules as (
      select schedule.next_due
      from report_schedules schedule join saved_reports report on report.id = schedule.report_id
      where not schedule.is_over and not schedule.is_paused and not report.is_archived
    )
    select exports.*, mails.*, schedules.*, claims.*
    from (
      select count(*) filter (where state = 'queued')::int as "exportsQueued",
        count(*) filter (where state = 'running')::int as "exportsRunning",
        ${millis(sql`min(created_at) filter (where state = 'queued')`)} as "exportsSince"
      from report_exports where state in ('queued', 'running')
    ) exports, (
      select count(*)::int as "mailsDue", ${millis(sql`min(next_at)`)} as "mailsSince" from mails
    ) mails, (
      select count(*) filter (where next_due <= ${now}::timestamptz)::int as "schedulesDue",
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(next_due)), 0))::float8
          as "scheduleLagSeconds"
      from schedules
    ) schedules, (
      select count(distinct (node, file))::int as "claimsUndecided", ${millis(sql`min(claimed_at)`)} as "claimsSince"
      from hit_claims where counted is null
    ) claims`);
  const [state] = rows;
  if (!state) throw new Error('The statement returned no row');
  return state;
}

function millis(time: ReturnType<typeof sql>) {
  return sql`(extract(epoch from ${time}) * 1000)::float8`;
}
