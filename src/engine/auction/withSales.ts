import type { AuctionOutcome } from '../plan/plan.ts';
import type { Decision, Sale } from './types.ts';

/** A decision of which only some sales remain, with the outcomes of its candidates; unfilled where none does. */
export function withSales(
  decision: Extract<Decision, { kind: 'filled' }>,
  sales: readonly Sale[],
  outcomes: AuctionOutcome[],
): Decision {
  const [first, ...further] = sales;
  const { lossNotices } = decision;
  if (!first) return { kind: 'unfilled', reason: 'no_answer', outcomes, lossNotices };
  return { ...decision, ...first, further, outcomes };
}
