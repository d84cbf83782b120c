import type { ApiDeps } from '../deps.ts';
import { monthOf, measuredOfMonth } from '../verification/measuredOfMonth.ts';
import { isUnready, type FactReader } from './runReport.ts';
import type { VerificationQuota } from './savedReportContract.ts';

/** The log field that marks post-bid reports. */
export const ivtField = 'ivt';

/**
 * Reads the quota of the calendar month (UTC). Reports are counted in the log, which includes those deleted since;
 * impressions in the facts.
 */
export async function readVerificationQuota({
  log,
  platform,
  now,
  reports: { facts },
}: Pick<ApiDeps, 'log' | 'platform' | 'now'> & { reports: { facts: FactReader } }): Promise<VerificationQuota> {
  const { start: first, end } = monthOf(now());
  const start = first.toISOString();
  const [{ postbidMaxImps, postbidMaxReps }, saved, measured] = await Promise.all([
    platform.read(),
    log.list(
      { scope: 'all', entities: ['report'], actions: ['export'], field: ivtField, from: start },
      { page: 1, size: 1 },
    ),
    measuredOfMonth(facts, now()).catch(noneIfUnready),
  ]);
  return {
    month: start.slice(0, 7),
    endsOn: end.toISOString().slice(0, 10),
    imps: { used: measured, max: postbidMaxImps },
    reports: { used: saved.total, max: postbidMaxReps },
  };
}

/** Before the tables exist, nothing was measured. */
function noneIfUnready(error: unknown): number {
  if (isUnready(error)) return 0;
  throw error;
}
