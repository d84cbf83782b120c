import type { BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';

/** The budget that limits a day most, and the amount it leaves per day, in the campaign's unit. */
export interface DailyBudget {
  period: BudgetPeriod;
  amount: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * The amount that the budgets of a campaign leave for an average day from `now` on, when `delivered` of its lifetime
 * budget is used. null when nothing limits a day, as with a lifetime budget without an end date.
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
