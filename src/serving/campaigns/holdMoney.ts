import type { Decision, Sale } from '#engine/auction/types.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import { candidateOf, type ChannelPlan } from '#engine/plan/plan.ts';
import { perThousand } from '#engine/pricing.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** A decision whose ads may be sent, and the ids of its further ads as far as they are given. */
interface HeldDecision {
  decision: Decision;
  furtherIds: readonly string[];
}

/**
 * A decision of whose own campaigns' ads the money is held: those whose budget has run dry since they bid are not sold.
 * `serveId` is the id of its first ad.
 */
export function holdMoney(
  { budgets, now, newServeId }: Pick<ServingDeps, 'budgets' | 'now' | 'newServeId'>,
  plan: ChannelPlan,
  decision: Decision,
  serveId: string,
): HeldDecision {
  if (decision.kind === 'unfilled' || plan.supplier?.isTest) return { decision, furtherIds: [] };
  const sales: Sale[] = [decision, ...decision.further];
  if (!sales.some(({ winner }) => winner.tag.id === campaignsId)) return { decision, furtherIds: [] };
  const { id: supplierId = 0, tellsWins = true } = plan.supplier ?? {};
  const kept: Sale[] = [];
  const furtherIds: string[] = [];
  for (const sale of sales) {
    const own = sale.won?.bid.own;
    const adId = kept.length === 0 ? serveId : newServeId();
    if (own) {
      const { campaignId } = own;
      const price = perThousand(own.charged);
      if (!budgets.reserve({ adId, campaignId, price, supplierId, tellsWins })) continue;
      // Nobody else holds an auction behind a channel's tag.
      if (!plan.supplier) budgets.won({ adId, campaignId, price, bidAt: now() }, supplierId);
    }
    if (kept.length > 0) furtherIds.push(adId);
    kept.push(sale);
  }
  if (kept.length === sales.length) return { decision, furtherIds };
  return { decision: withSales(decision, kept), furtherIds };
}

/** A decision with those of its sales that are left. */
function withSales(decision: Extract<Decision, { kind: 'filled' }>, kept: readonly Sale[]): Decision {
  const areLeft = kept.some(({ winner }) => winner.tag.id === campaignsId);
  const fates = areLeft
    ? decision.fates
    : decision.fates.map((fate) =>
        candidateOf(fate) === campaignsId && fate.reason === null ? { ...fate, reason: 'budget' as const } : fate,
      );
  const [first, ...further] = kept;
  const { lossNotices } = decision;
  if (!first) return { kind: 'unfilled', reason: 'no_answer', fates, lossNotices };
  return { ...decision, ...first, kind: 'filled', further, fates, lossNotices };
}
