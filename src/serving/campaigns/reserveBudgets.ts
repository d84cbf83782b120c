import type { Decision, Sale } from '#engine/auction/types.ts';
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
  return { decision: withSales(decision, remaining), furtherIds };
}

/** The decision with its remaining sales. */
function withSales(decision: Extract<Decision, { kind: 'filled' }>, remaining: readonly Sale[]): Decision {
  const hasCampaignSales = remaining.some(({ winner }) => winner.tag.id === campaignsId);
  const outcomes = hasCampaignSales
    ? decision.outcomes
    : decision.outcomes.map((outcome) =>
        candidateOf(outcome) === campaignsId && outcome.reason === null
          ? { ...outcome, reason: 'budget' as const }
          : outcome,
      );
  const [first, ...further] = remaining;
  const { lossNotices } = decision;
  if (!first) return { kind: 'unfilled', reason: 'no_answer', outcomes, lossNotices };
  return { ...decision, ...first, kind: 'filled', further, outcomes, lossNotices };
}
