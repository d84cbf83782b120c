import { candidateOf } from '../plan/plan.ts';
import { supplyPrice, type CostTerms } from '../pricing.ts';
import type { Decision, Sale } from './types.ts';
import { withSales } from './withSales.ts';

/**
 * Removes bids for which the supply side would earn nothing, unless they are under a deal (2.4): they count as no bid.
 */
export function withoutZeroBids(decision: Decision, terms: CostTerms): Decision {
  if (decision.kind === 'unfilled') return decision;
  const sales: Sale[] = [decision, ...decision.further];
  const bids = sales.filter(({ won, net }) => won?.bid.deal || supplyPrice(terms, net) > 0);
  if (bids.length === sales.length) return decision;
  const winners = bids.map(({ winner }) => winner.tag.id);
  const outcomes = decision.outcomes.map((outcome) =>
    outcome.reason === null && !winners.includes(candidateOf(outcome))
      ? { ...outcome, reason: 'below_floor' as const, hasAnswered: false }
      : outcome,
  );
  return withSales(decision, bids, outcomes);
}
