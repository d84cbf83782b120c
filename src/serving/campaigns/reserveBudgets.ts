import type { Decision, Sale } from '#engine/auction/types.ts';
import { withSales } from '#engine/auction/withSales.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import { candidateOf, type ChannelPlan } from '#engine/plan/plan.ts';
import { pricePerImpression } from '#engine/pricing.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** A decision whose ads may be sent, and the serve IDs of its further ads where they are already assigned. */
interface ReservedDecision {
  decision: Decision;
  furtherIds: readonly string[];
}

/**
 * Reserves the price of each sale of an own campaign. Drops the sales of campaigns whose budget was exhausted after
 * they bid. `serveId` is the ID of the first ad.
 */
export function reserveBudgets(
  { budgets, now, newServeId }: Pick<ServingDeps, 'budgets' | 'now' | 'newServeId'>,
  plan: ChannelPlan,
  decision: Decision,
  serveId: string,
): ReservedDecision {
  if (decision.kind === 'unfilled' || plan.supplier?.isTest) return { decision, furtherIds: [] };
  const sales: Sale[] = [decision, ...decision.further];
  if (!sales.some(({ winner }) => winner.tag.id === campaignsId)) return { decision, furtherIds: [] };
  const { id: supplierId = 0, hasWinNotices: sendsWinNotices = true } = plan.supplier ?? {};
  const remaining: Sale[] = [];
  const furtherIds: string[] = [];
  for (const sale of sales) {
    const own = sale.won?.bid.own;
    const adId = remaining.length === 0 ? serveId : newServeId();
    if (own) {
      const { campaignId } = own;
      const price = pricePerImpression(own.charged);
      if (!budgets.reserve({ adId, campaignId, price, supplierId, sendsWinNotices })) continue;
      // Behind a channel's tag our auction is the last one: the bid has won.
      if (!plan.supplier) budgets.won({ adId, campaignId, price, bidAt: now() }, supplierId);
    }
    if (remaining.length > 0) furtherIds.push(adId);
    remaining.push(sale);
  }
  if (remaining.length === sales.length) return { decision, furtherIds };
  return { decision: withSales(decision, remaining, outcomesWith(decision, remaining)), furtherIds };
}

/** The outcomes where only some sales remain: without any of a campaign, the campaigns' budgets were exhausted. */
function outcomesWith(
  { outcomes }: Extract<Decision, { kind: 'filled' }>,
  remaining: readonly Sale[],
): Decision['outcomes'] {
  if (remaining.some(({ winner }) => winner.tag.id === campaignsId)) return outcomes;
  return outcomes.map((outcome) =>
    candidateOf(outcome) === campaignsId && outcome.reason === null
      ? { ...outcome, reason: 'budget' as const }
      : outcome,
  );
}
