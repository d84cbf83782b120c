import { spanOf, type Span } from '../delivery/spanOf.ts';
import type { Budget, BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';

/** A campaign's spend in the current periods, in its unit. */
export type Spent = Readonly<Record<BudgetPeriod, number>>;

/** The delivery status of a campaign. */
export interface SpendStatus {
  /** Counted spend, and billed spend that is not counted yet. */
  spent: Spent;
  /** Expected spend of open bids. */
  expected: number;
  /** Average milliseconds from bid to bill. */
  latencyMs: number;
  now: number;
}

/** The time over which a lag or lead is corrected. */
const settlingMs = 300_000;
/** The maximum catch-up speed, as multiples of the even rate and of the even rate over the remaining time. */
const maxSpeedFactor = 3;
const maxRemainingSpeedFactor = 1.5;

/** The current period of a budget; null when it has no start or no end. */
export function spanOfBudget(period: BudgetPeriod, { flight, zoneHours }: CampaignBudgets, now: number): Span | null {
  if (period !== 'flight') return spanOf(period, now, zoneHours);
  if (!flight || flight.before === Infinity) return null;
  return { start: flight.from, end: flight.before };
}

/**
 * Target spend per second of all bids of a campaign, in its unit: chosen so that in five minutes it is on its budgets'
 * curves, but never many times the even rate. The slowest of its budgets decides; null = as fast as possible.
 */
export function rateOf(budgets: CampaignBudgets, status: SpendStatus): number | null {
  let rate = Infinity;
  for (const budget of budgets.budgets) rate = Math.min(rate, rateOfBudget(budget, budgets, status));
  return rate === Infinity ? null : rate;
}

function rateOfBudget(
  { period, amount }: Budget,
  budgets: CampaignBudgets,
  { spent, expected, latencyMs, now }: SpendStatus,
): number {
  const speedFactor = speedFactorOf(budgets);
  const span = spanOfBudget(period, budgets, now);
  if (speedFactor === Infinity || !span) return Infinity;
  const done = spent[period] + expected;
  const leftS = Math.max(1, (span.end - now) / 1000);
  const remainingRate = Math.max(0, amount - done) / leftS;
  // A flight without a start has no curve: the remaining amount is spread over the remaining time.
  if (span.start === -Infinity) return remainingRate * speedFactor;
  const length = span.end - span.start;
  // A bid made now counts when it is billed.
  const elapsed = (now + latencyMs + settlingMs - span.start) / length;
  const wanted = (targetSpendAt(amount, elapsed, budgets, period !== 'flight') - done) / (settlingMs / 1000);
  const most = Math.max(
    (maxSpeedFactor * speedFactor * amount) / (length / 1000),
    maxRemainingSpeedFactor * remainingRate,
  );
  return Math.max(0, Math.min(most, wanted));
}

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
