import type { BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';

/** The budget that bounds a day most, and what it leaves for one: in what the campaign counts. */
export interface DailyBudget {
  period: BudgetPeriod;
  amount: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * What the budgets of a campaign leave for a day like any other from `now` on, when `delivered` of its whole budget is
 * used up; null when nothing bounds a day, as of a whole budget without a last day.
 */
export function dailyBudget(
  { budgets, flight }: CampaignBudgets,
  { delivered, now }: { delivered: number; now: number },
): DailyBudget | null {
  const ofDays = budgets.flatMap(({ period, amount }): DailyBudget[] => {
    if (period === 'hour') return [{ period, amount: amount * 24 }];
    if (period === 'day') return [{ period, amount }];
    if (flight === null || flight.before === Infinity) return [];
    const left = flight.before - Math.max(now, flight.from);
    return [{ period, amount: (Math.max(0, amount - delivered) * dayMs) / Math.max(hourMs, left) }];
  });
  return ofDays.sort((a, b) => a.amount - b.amount)[0] ?? null;
}
