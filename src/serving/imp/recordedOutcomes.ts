import type { Decision, Sale } from '#engine/auction/types.ts';
import { withBidDetails } from '#engine/auction/ownBid.ts';
import { candidateOf, outcomeFor } from '#engine/plan/plan.ts';
import type { CandidateOutcome } from '#events/record/records.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';

/**
 * The outcomes of a decision as they are recorded. In pods, those that sold several ads have their number, each own
 * campaign that sold has one, and sales that were dropped after the auction have none.
 */
export function recordedOutcomes(decision: Decision): CandidateOutcome[] {
  if (decision.kind === 'unfilled' || !decision.podAd) return decision.outcomes;
  const sales: Sale[] = [decision, ...decision.further];
  return decision.outcomes.flatMap((outcome): CandidateOutcome[] => {
    if (outcome.reason !== null) return [outcome];
    const bySeller = new Map<number, { sale: Sale; ads: number }>();
    for (const sale of sales) {
      if (sale.winner.tag.id !== candidateOf(outcome)) continue;
      getOrCreate(bySeller, campaignOf(sale), () => ({ sale, ads: 0 })).ads += 1;
    }
    return [...bySeller.values()].map(({ sale: { winner, won }, ads }) => {
      const sold = withBidDetails(outcomeFor(winner, null, true, true), won?.bid ?? null);
      return ads > 1 ? { ...sold, ads } : sold;
    });
  });
}

/** The own campaign of a sale; 0 for others. */
function campaignOf({ won }: Sale): number {
  return won?.bid.own?.campaignId ?? 0;
}
