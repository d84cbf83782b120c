import { ratesOfRows } from '#engine/snapshot/rates.ts';
import { type DealRow, seesMoney } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ApiDeps } from '../deps.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { figuresSince } from '../entities/rowStates/rowState.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { checkDeal } from './checkDeal.ts';
import type { CheckedCampaign, CheckedDeal } from './checkedDeal.ts';
import { priceChecks } from './dealChecks.ts';
import { dealsContract, type ObservedDeal } from './dealsContract.ts';
import { isOfferOfDeal } from './isOfferOfDeal.ts';
import { readObservedDeals } from './readObservedDeals.ts';
import { trafficOfDeals } from './trafficOfDeals.ts';
import { nullIfUnavailable } from './nullIfUnavailable.ts';

/** The route that explains, check by check, why a deal does not work. */
export function checkRoute(deps: ApiDeps): Route {
  const { entities, now } = deps;
  const read = openFigures(deps);
  return implement(dealsContract.check, async ({ params, user, signal }) => {
    const scope = scopeOf(user);
    const deal = await entities.get('deal', params.id, scope);
    if (!deal || deal.demandId === null) return notFound();
    const at = { now: now().getTime(), signal };
    const [rows, offers, counted] = await Promise.all([
      readRows(deps, deal, deal.demandId, scope),
      nullIfUnavailable(async () => (await readObservedDeals(deps, user, at)).offers),
      countedOf(deal, user, scope),
    ]);
    const checks = checkDeal({ ...rows, deal, now: at.now, offers, counted });
    return ok({
      checks: checks.filter(({ name }) => seesMoney(user) || !priceChecks.has(name)),
      offers: offers?.filter((offer: ObservedDeal) => isOfferOfDeal(deal, offer)) ?? [],
    });
  });

  async function countedOf(deal: DealRow, user: SessionUser, scope: Scope): Promise<CheckedDeal['counted']> {
    const context = { entities, read, user, scope, now: now() };
    const [figures, traffic] = await Promise.all([
      figuresSince(context, 'deal', { sums: ['bids', 'wins'], hours: 24 }),
      trafficOfDeals(deps, deal.demandId),
    ]);
    if (!figures || !traffic) return null;
    const sumOf = (key: string) => Number(figures.sumOf(deal.id, key));
    return { bids: sumOf('bids'), wins: sumOf('wins'), reason: traffic.get(deal.id)?.reason ?? null };
  }
}

/** Reads the rows that the checks need, as far as the caller sees them. */
async function readRows(
  { entities }: Pick<ApiDeps, 'entities'>,
  deal: DealRow,
  demandId: number,
  scope: Scope,
): Promise<Pick<CheckedDeal, 'zoneHours' | 'suppliers' | 'campaigns' | 'buyers' | 'rates'>> {
  const own = { scope: scope === 'all' ? [demandId] : scope };
  const [account, suppliers, campaigns, tags, adexchanges, rates] = await Promise.all([
    entities.get('demand', demandId, [demandId]),
    entities.choose('supplier', { filter: own }),
    entities.choose('campaign', { filter: { ...own, filters: { dealIds: [deal.id] } } }),
    entities.getMany('tag', deal.tagIds, own.scope),
    entities.getMany('adexchange', deal.adexchangeIds, own.scope),
    entities.choose('exchangeRate', { filter: { scope: 'all', status: [1] } }),
  ]);
  const [advertisers, creatives] = await Promise.all([
    entities.getMany('advertiser', [...new Set(campaigns.map(({ advertiserId }) => advertiserId))], own.scope),
    entities.getMany('creative', [...new Set(campaigns.flatMap(({ creativeIds }) => creativeIds))], own.scope),
  ]);
  return {
    zoneHours: account?.timezone ?? 0,
    suppliers,
    campaigns: campaigns.map((row): CheckedCampaign => ({
      row,
      advertiser: advertisers.find(({ id }) => id === row.advertiserId),
      creatives: creatives.filter(({ id }) => row.creativeIds.includes(id)),
    })),
    buyers: [...tags, ...adexchanges],
    rates: ratesOfRows(rates),
  };
}
