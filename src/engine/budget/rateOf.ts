import { spanOf, type Span } from '../delivery/spanOf.ts';
import type { Budget, BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';
import { speedFactorOf, targetSpendAt } from './targetSpendAt.ts';

/** What a campaign has spent in the current periods, in its unit. */
export type Spent = Readonly<Record<BudgetPeriod, number>>;

/** Where a campaign stands. */
export interface SpendStatus {
  /** What is counted, and what is billed and not counted yet. */
  spent: Spent;
  /** What is to be expected of bids that are on their way. */
  expected: number;
  /** Milliseconds from bid to bill. */
  latencyMs: number;
  now: number;
}

/** In which time what is behind or ahead is made up for. */
const settlingMs = 300_000;
/** Most that it may hurry, in times of the even pace, and of what would be even from now on. */
const maxSpeedFactor = 3;
const maxRemainingSpeedFactor = 1.5;

/** The current period of a budget; null when it has no beginning or no end. */
export function spanOfBudget(period: BudgetPeriod, { flight, zoneHours }: CampaignBudgets, now: number): Span | null {
  if (period !== 'flight') return spanOf(period, now, zoneHours);
  if (!flight || flight.before === Infinity) return null;
  return { start: flight.from, end: flight.before };
}

/**
 * What all bids of a campaign are to bring a second, in its unit: so much that in five minutes it stands where its budgets'
 * curves are then, but never many times the even pace. The slowest of its budgets rules; null = as fast as it can.
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
  // A flight that has always been has no curve: what is left is spread over what is left.
  if (span.start === -Infinity) return remainingRate * speedFactor;
  const length = span.end - span.start;
  // What is bid now counts when it is billed.
  const elapsed = (now + latencyMs + settlingMs - span.start) / length;
  const wanted = (targetSpendAt(amount, elapsed, budgets, period !== 'flight') - done) / (settlingMs / 1000);
  const most = Math.max(
    (maxSpeedFactor * speedFactor * amount) / (length / 1000),
    maxRemainingSpeedFactor * remainingRate,
  );
  return Math.max(0, Math.min(most, wanted));
}
