import type { Decision, Sale } from '#engine/auction/types.ts';
import { withBidDetails } from '#engine/auction/ownBid.ts';
import { candidateOf, outcomeFor } from '#engine/plan/plan.ts';
import type { CandidateOutcome } from '#events/record/records.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';

/**
 * The outcomes of a decision as they are recorded: those that sold several ads of a pod with their number, and one for
 * each own campaign that sold.
 */
export function recordedOutcomes(decision: Decision): CandidateOutcome[] {
  if (decision.kind === 'unfilled' || decision.further.length === 0) return decision.outcomes;
  const sales: Sale[] = [decision, ...decision.further];
  return decision.outcomes.flatMap((outcome): CandidateOutcome[] => {
    if (outcome.reason !== null) return [outcome];
    const sold = sales.filter(({ winner }) => winner.tag.id === candidateOf(outcome));
    const byCampaign = new Map<number, { sale: Sale; ads: number }>();
    for (const sale of sold) getOrCreate(byCampaign, campaignOf(sale), () => ({ sale, ads: 0 })).ads += 1;
    if (byCampaign.size <= 1) return [withAds(outcome, sold.length)];
    return [...byCampaign.values()].map(({ sale: { winner, won }, ads }) =>
      withAds(withBidDetails(outcomeFor(winner, null, true, true), won?.bid ?? null), ads),
    );
  });
}

/** The own campaign of a sale; 0 for others. */
function campaignOf({ won }: Sale): number {
  return won?.bid.own?.campaignId ?? 0;
}

function withAds(outcome: CandidateOutcome, ads: number): CandidateOutcome {
  return ads > 1 ? { ...outcome, ads } : outcome;
}
