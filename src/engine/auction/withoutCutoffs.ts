import { type Cutoffs, isCutOff } from '../cutoff/cutoffs.ts';
import { candidateOf } from '../plan/plan.ts';
import { cutoffSubjectOf } from './cutoffSubjectOf.ts';
import { inlineAdOf } from './inlineAdOf.ts';
import type { AuctionSetting, Decision, Sale } from './types.ts';

/**
 * A decision without the ads of what was cut off while its auction ran. `current` is what is cut off now; null if nothing
 * is. Nothing takes the place of these ads.
 */
export function withoutCutoffs(
  decision: Decision,
  { plan, readStored, creativeOf }: Pick<AuctionSetting, 'plan' | 'readStored' | 'creativeOf'>,
  current: Cutoffs | null,
): Decision {
  if (decision.kind === 'unfilled' || current === null || current === plan.cutoffs) return decision;
  const supply = { subpublisher: plan.subpublisherId, ...(plan.supplier ? { supplier: plan.supplier.id } : {}) };
  const isShown = ({ winner, won, ad }: Sale) => {
    const inline = inlineAdOf(ad, winner.tag, readStored);
    const subject = cutoffSubjectOf(winner, won?.bid ?? null, inline && creativeOf(inline));
    return !isCutOff(current, { ...subject, ...supply });
  };
  const sales: Sale[] = [decision, ...decision.further];
  const shown = sales.filter(isShown);
  if (shown.length === sales.length) return decision;
  const outcomes = decision.outcomes.map((outcome) => {
    const isOf = ({ winner: { tag }, won }: Sale) =>
      tag.id === candidateOf(outcome) && won?.bid.own?.campaignId === outcome.campaignId;
    return outcome.reason !== null || shown.some(isOf) ? outcome : { ...outcome, reason: 'cut_off' as const };
  });
  const { lossNotices } = decision;
  const [first, ...further] = shown;
  if (!first) return { kind: 'unfilled', reason: 'no_answer', outcomes, lossNotices };
  return { ...saleIn(first), kind: 'filled', further, outcomes, lossNotices };
}

function saleIn({ winner, cpm, net, ad, won, podAd }: Sale): Sale {
  return { winner, cpm, net, ad, won, ...(podAd ? { podAd } : {}) };
}
