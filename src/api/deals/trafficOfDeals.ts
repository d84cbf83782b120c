import type { ApiDeps } from '../deps.ts';
import type { DealTraffic } from '../entities/listResponse.ts';
import { readDealTraffic } from './readDealTraffic.ts';
import { nullIfUnavailable } from './nullIfUnavailable.ts';

/** The traffic of the last 24 hours of all deals of an account, or of all accounts; null while it cannot be read. */
export async function trafficOfDeals(
  { facts, entities, now }: Pick<ApiDeps, 'facts' | 'entities' | 'now'>,
  demandId: number | null,
): Promise<Map<number, DealTraffic> | null> {
  const deals = await entities.choose('deal', {
    filter: { scope: demandId === null ? 'all' : [demandId], status: [0, 1, 2] },
  });
  return nullIfUnavailable(() => readDealTraffic(facts, { demandId, deals, now: now().getTime() }));
}
