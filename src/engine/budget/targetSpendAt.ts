import type { CampaignBudgets } from './budgetsOf.ts';

/** The pacing of budgets over their period. */
export type Pacing = Pick<CampaignBudgets, 'pacing' | 'aheadBy'>;

/** The pace as a multiple of even delivery; Infinity = not paced. */
export function speedFactorOf({ pacing, aheadBy }: Pacing): number {
  if (pacing === 'asap') return Infinity;
  return pacing === 'even' ? 1 : 1 + aheadBy / 100;
}

/**
 * The target spend of a budget after `elapsed` of its period (0 = start, 1 = end). Values above 1 lead into the next
 * period where that has a budget too.
 */
export function targetSpendAt(amount: number, elapsed: number, pacing: Pacing, hasNext: boolean): number {
  if (elapsed > 1) return hasNext ? amount + targetSpendAt(amount, elapsed - 1, pacing, true) : amount;
  return amount * Math.min(1, speedFactorOf(pacing) * Math.max(0, elapsed));
}
