import type { ApiDeps } from '../deps.ts';
import { monthOf, scannedOfMonth } from '../postbid/scannedOfMonth.ts';
import { isUnready, type Facts } from '../reports/runReport.ts';
import type { PostbidQuota } from './savedReportContract.ts';

/** The field by which the log tells a postbid report from the others. */
export const ivtField = 'ivt';

/**
 * Reads the quota of the calendar month (UTC). Reports are counted in the log, where those that were deleted since
 * still stand; impressions in the facts.
 */
export async function readPostbidQuota({
  log,
  platform,
  now,
  reports: { facts },
}: Pick<ApiDeps, 'log' | 'platform' | 'now'> & { reports: { facts: Facts } }): Promise<PostbidQuota> {
  const { start: first, end } = monthOf(now());
  const start = first.toISOString();
  const [{ postbidMaxImps, postbidMaxReps }, saved, scanned] = await Promise.all([
    platform.read(),
    log.list(
      { scope: 'all', entities: ['report'], actions: ['export'], field: ivtField, from: start },
      { page: 1, size: 1 },
    ),
    scannedOfMonth(facts, now()).catch(noneIfUnready),
  ]);
  return {
    month: start.slice(0, 7),
    endsOn: end.toISOString().slice(0, 10),
    imps: { used: scanned, most: postbidMaxImps },
    reports: { used: saved.total, most: postbidMaxReps },
  };
}

/** Before the tables are there nothing was measured. */
function noneIfUnready(error: unknown): number {
  if (isUnready(error)) return 0;
  throw error;
}
