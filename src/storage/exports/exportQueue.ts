import { sql } from 'drizzle-orm';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import type { Database } from '../entities/database.ts';
import type { ClaimedExport } from './claimedExport.ts';

/** An export in the queue. */
interface QueuedRow extends Record<string, unknown> {
  id: number;
  user_id: number;
  demand_id: number | null;
  name: string;
  is_ivt: boolean;
  format: ExportFormat;
  request: Record<string, unknown>;
  attempts: number;
}

/**
 * Claims the next export for a process: from the account with the fewest running exports, the one that has waited
 * longest.
 */
export async function claimNext(db: Database, runner: string, now: string): Promise<ClaimedExport | null> {
  const { rows } = await db.execute<QueuedRow>(sql`
    update report_exports set state = 'running', runner = ${runner}, attempts = attempts + 1, row_count = 0,
      byte_count = 0, started_at = ${now}::timestamptz, alive_at = ${now}::timestamptz
    where id = (
      select next.id from report_exports next
      where next.state = 'queued'
      order by
        (select count(*) from report_exports beside
          where beside.state = 'running' and beside.demand_id is not distinct from next.demand_id),
        (select max(beside.started_at) from report_exports beside
          where beside.demand_id is not distinct from next.demand_id) nulls first,
        next.id
      limit 1
      for update skip locked
    )
    returning id, user_id, demand_id, name, is_ivt, format, request, attempts`);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    demandId: row.demand_id,
    name: row.name,
    isIvt: row.is_ivt,
    format: row.format,
    request: row.request,
    attempt: row.attempts,
    runner,
  };
}

/** Requeues exports without a heartbeat since `before`, and deletes their partial files. */
export async function requeueLost(
  db: Database,
  before: string,
  { maxAttempts, now }: { maxAttempts: number; now: string },
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update report_exports set
      state = case when attempts < ${maxAttempts} then 'queued' else 'failed' end,
      error = case when attempts < ${maxAttempts} then null else ${lostRunnerMessage(maxAttempts)} end,
      ended_at = case when attempts < ${maxAttempts} then null else ${now}::timestamptz end,
      runner = null, row_count = 0, byte_count = 0
    where state = 'running' and alive_at < ${before}::timestamptz
    returning id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.execute(sql`delete from report_export_chunks where export_id in ${ids}`);
}

function lostRunnerMessage(attempts: number): string {
  return `The file could not be written after ${attempts} attempts`;
}
