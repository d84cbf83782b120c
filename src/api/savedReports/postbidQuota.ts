import type { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import type { postbidQuotaSchema } from './savedReportSchemas.ts';

/** What of the month's postbid limits is used, over all accounts. */
export type PostbidQuota = z.output<typeof postbidQuotaSchema>;

/** The field by which the log tells a postbid report from the others. */
export const ivtField = 'ivt';

/**
 * Reads the quota of the calendar month (UTC). Reports are counted in the log, where those that were deleted since
 * still stand. No impression has been measured yet: nothing in the platform measures them.
 */
export async function readPostbidQuota({
  log,
  platform,
  now,
}: Pick<ApiDeps, 'log' | 'platform' | 'now'>): Promise<PostbidQuota> {
  const today = now();
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)).toISOString();
  const [{ postbidMaxImps, postbidMaxReps }, saved] = await Promise.all([
    platform.read(),
    log.list(
      { scope: 'all', entities: ['report'], actions: ['export'], field: ivtField, from: start },
      { page: 1, size: 1 },
    ),
  ]);
  return {
    month: start.slice(0, 7),
    imps: { used: 0, most: postbidMaxImps },
    reports: { used: saved.total, most: postbidMaxReps },
  };
}
