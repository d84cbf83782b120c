import type { EntityName } from '#model/index.ts';
import { addDays, dayAt } from '#reports/index.ts';
import type { SessionUser } from '../../session/sessionContract.ts';
import type { ReadFigures } from '../listMetrics/figures.ts';
import { readListMetrics } from '../listMetrics/listMetrics.ts';
import type { AffectedTraffic } from './bulkContract.ts';

/** Days of traffic in a preview, today included. */
const days = 7;

/** Reads the traffic of rows in the last seven days; absent when the entity has no figures or they are unavailable. */
export async function readAffectedTraffic(
  read: ReadFigures,
  about: { entity: EntityName; user: SessionUser; now: Date },
  ids: readonly number[],
): Promise<{ affectedTraffic?: AffectedTraffic }> {
  if (ids.length === 0) return {};
  const to = dayAt(about.now.getTime(), about.user.timezone);
  const from = addDays(to, 1 - days);
  const found = await readListMetrics(read, about, { metrics: ['reqs', 'imps', 'rev'], from, to });
  if (!found) return {};
  const { reqs, imps, rev } = found.totalsOf(ids).metrics;
  const amount = typeof rev === 'string' ? { rev } : {};
  return { affectedTraffic: { from, to, reqs: Number(reqs ?? 0), imps: Number(imps ?? 0), ...amount } };
}
