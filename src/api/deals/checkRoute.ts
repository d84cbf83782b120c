import { z } from 'zod';
import { ratesOfRows } from '#engine/rates.ts';
import type { DealRow } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { idParam } from '../entities/listQuery.ts';
import { figuresSince } from '../entities/rowStates/rowState.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { checkDeal } from './checkDeal.ts';
import type { CheckedCampaign, CheckedDeal } from './checkedDeal.ts';
import { type DealCheckAnswer, type DealCheckName, dealChecks, type SeenDeal } from './dealsContract.ts';
import { isOfferOf } from './isOfferOf.ts';
import { readSeenDeals } from './readSeenDeals.ts';
import { seenDealSchema } from './seenRoute.ts';
import { trafficOfDeals } from './trafficOfDeals.ts';
import { whereThere } from './whereThere.ts';

const answerSchema = z.object({
  checks: z.array(
    z.object({
      name: z.enum(Object.keys(dealChecks) as [DealCheckName, ...DealCheckName[]]),
      verdict: z.enum(['ok', 'not', 'unknown']),
      text: z.string(),
      fix: z
        .object({ entity: z.string(), id: z.int().nullable(), name: z.string(), field: z.string() })
        .optional()
        .describe('The field that mends it; id null = of a row that is still to be chosen'),
    }),
  ),
  offers: z.array(seenDealSchema).describe('How suppliers’ requests offered it in the last seven days'),
});

/** Why a deal comes to nothing, line by line. */
export function checkRoute(deps: ApiDeps, chapter: string): Route {
  const { entities, now } = deps;
  const read = openFigures(deps);
  return defineRoute({
    method: 'GET',
    path: '/api/demand/deals/{id}/check',
    summary: 'Look at everything that one deal needs to work',
    chapter,
    access: { entity: 'deal', action: 'read' },
    params: idParam,
    answers: {
      200: { description: 'What was found of each thing, and the field that mends it', schema: answerSchema },
    },
    refuses: [404],
    async handler({ params, user, signal }) {
      const scope = scopeOf(user);
      const deal = await entities.get('deal', params.id, scope);
      if (!deal || deal.demandId === null) return notFound();
      const at = { now: now().getTime(), signal };
      const [rows, offers, counted] = await Promise.all([
        readRows(deps, deal, deal.demandId, scope),
        whereThere(async () => (await readSeenDeals(deps, user, at)).offers),
        countedOf(deal, user, scope),
      ]);
      const answer: DealCheckAnswer = {
        checks: checkDeal({ ...rows, deal, now: at.now, offers, counted }),
        offers: offers?.filter((offer: SeenDeal) => isOfferOf(deal, offer)) ?? [],
      };
      return ok(answer);
    },
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

/** The rows that decide what becomes of a deal, as far as the caller sees them. */
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
