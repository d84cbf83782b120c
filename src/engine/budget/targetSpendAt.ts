import type { CampaignBudgets } from './budgetsOf.ts';

/** How budgets are to be used up over their time. */
export type Pacing = Pick<CampaignBudgets, 'pacing' | 'aheadBy'>;

/** How many times even is the pace in the time in which it is paced; Infinity = it is not. */
export function speedFactorOf({ pacing, aheadBy }: Pacing): number {
  if (pacing === 'asap') return Infinity;
  return pacing === 'even' ? 1 : 1 + aheadBy / 100;
}

/**
 * What is to be spent of a budget after `elapsed` of its period (0 = its beginning, 1 = its end). Where the next period has
 * a budget too, more than 1 leads into it.
 */
export function targetSpendAt(amount: number, elapsed: number, pacing: Pacing, hasNext: boolean): number {
  if (elapsed > 1) return hasNext ? amount + targetSpendAt(amount, elapsed - 1, pacing, true) : amount;
  return amount * Math.min(1, speedFactorOf(pacing) * Math.max(0, elapsed));
}
