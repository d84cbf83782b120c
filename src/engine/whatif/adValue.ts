import { isInvalid, type IvtVerdict } from '#model/index.ts';
import type { ChannelPlan } from '../plan/plan.ts';
import { impressionCost, opportunityCost, pricePerImpression } from '../pricing.ts';
import { noFigures, type Figures } from './sums.ts';
import type { Outcome } from './types.ts';

/** The share of a tag's sold ads that become impressions (0–1). */
export type RenderRate = (tagId: number) => number;

/** The expected impressions and money of one ad, in nano-USD. */
export interface AdValue {
  tagId: number;
  imps: number;
  rev: number;
  cost: number;
}

/**
 * The figures of an outcome under the terms of its channel. Impressions of invalid traffic earn no revenue and have no
 * cost.
 */
export function figuresOfOutcome(
  { isRequest, slots, ads }: Outcome,
  plan: ChannelPlan,
  renderRate: RenderRate,
  ivt: IvtVerdict | undefined,
): { figures: Figures; ads: AdValue[] } {
  const figures = noFigures();
  const isPaid = !isInvalid(ivt);
  const adValues = ads.map(({ tagId, cpm, net }, index): AdValue => {
    const imps = renderRate(tagId);
    const rev = pricePerImpression(cpm);
    const payable = index === 0 && isPaid ? opportunityCost(plan.costTerms) : 0;
    return {
      tagId,
      imps,
      rev: isPaid ? imps * rev : 0,
      cost: payable + (isPaid ? imps * impressionCost(plan.costTerms, pricePerImpression(net)) : 0),
    };
  });
  figures.reqs = isRequest ? 1 : 0;
  figures.slots = isRequest ? slots : 0;
  figures.opps = ads.length > 0 ? 1 : 0;
  for (const { imps, rev, cost } of adValues) {
    figures.imps += imps;
    figures.rev += rev;
    figures.cost += cost;
  }
  const fees = (isRequest ? plan.requestFee : 0) + figures.imps * plan.impressionFee;
  figures.profit = figures.rev - figures.cost - fees;
  return { figures, ads: adValues };
}
