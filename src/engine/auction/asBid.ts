import { candidateOf } from '../plan/plan.ts';
import { supplyPrice, type CostTerms } from '../pricing.ts';
import type { Decision, Sale } from './types.ts';

/** A bid of nothing is none, unless under a deal (2.4): what would cost nothing is not sold where a price is asked. */
export function asBid(decision: Decision, terms: CostTerms): Decision {
  if (decision.kind === 'unfilled') return decision;
  const sales: Sale[] = [decision, ...decision.further];
  const bids = sales.filter(({ won, net }) => won?.bid.deal || supplyPrice(terms, net) > 0);
  if (bids.length === sales.length) return decision;
  const winners = bids.map(({ winner }) => winner.tag.id);
  const fates = decision.fates.map((fate) =>
    fate.reason === null && !winners.includes(candidateOf(fate))
      ? { ...fate, reason: 'below_floor' as const, hasAnswered: false }
      : fate,
  );
  const { lossNotices } = decision;
  const [first, ...further] = bids;
  if (!first) return { kind: 'unfilled', reason: 'no_answer', fates, lossNotices };
  return { ...decision, ...first, kind: 'filled', further, fates, lossNotices };
}
