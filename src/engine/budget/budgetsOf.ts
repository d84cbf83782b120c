import { nanosFromUsd, type CampaignRow, type Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';

/** The unit of a budget: nano-USD charged to the advertiser, or impressions. */
export type BudgetUnit = CampaignRow['budgetBy'];

/** Budget periods. The flight is the whole life of a campaign. */
export const budgetPeriods = ['hour', 'day', 'flight'] as const;

export type BudgetPeriod = (typeof budgetPeriods)[number];

/** The amount that may be spent within a period: an integer in the campaign's unit. */
export interface Budget {
  period: BudgetPeriod;
  amount: number;
}

/** The budgets of a campaign and how they are paced. */
export interface CampaignBudgets {
  unit: BudgetUnit;
  /** At least one, at most one per period. */
  budgets: readonly Budget[];
  pacing: CampaignRow['pacing'];
  /** Maximum lead of delivery over even pacing, in percent; only for frontloaded pacing. */
  aheadBy: number;
  /** Null = no start or end date. */
  flight: Flight | null;
  /** The account's UTC offset in whole hours. */
  zoneHours: number;
}

/** The campaign columns that define its budgets. */
export const budgetColumns = [
  'budgetBy',
  'spendTotal',
  'spendPerDay',
  'spendPerHour',
  'impsTotal',
  'impsPerDay',
  'impsPerHour',
  'pacing',
  'aheadBy',
  'startDate',
  'endDate',
] as const satisfies readonly (keyof CampaignRow)[];

export type BudgetRow = Pick<CampaignRow, (typeof budgetColumns)[number]>;

/** The budgets of a campaign, in the account's UTC offset of whole hours; null when it has none. */
export function budgetsOf(row: BudgetRow, zoneHours: number): CampaignBudgets | null {
  const amounts =
    row.budgetBy === 'spend'
      ? { hour: nanosOf(row.spendPerHour), day: nanosOf(row.spendPerDay), flight: nanosOf(row.spendTotal) }
      : { hour: row.impsPerHour, day: row.impsPerDay, flight: row.impsTotal };
  const budgets = budgetPeriods.flatMap((period): Budget[] => {
    const amount = amounts[period];
    return amount === null ? [] : [{ period, amount }];
  });
  if (budgets.length === 0) return null;
  const flight = flightOf(row.startDate, row.endDate, zoneHours);
  return { unit: row.budgetBy, budgets, pacing: row.pacing, aheadBy: row.aheadBy, flight, zoneHours };
}

/** The unit of a campaign's budgets; null when it has none. */
export function budgetUnitOf(row: BudgetRow): BudgetUnit | null {
  const { budgetBy } = row;
  const isBound =
    budgetBy === 'spend'
      ? row.spendTotal !== null || row.spendPerDay !== null || row.spendPerHour !== null
      : row.impsTotal !== null || row.impsPerDay !== null || row.impsPerHour !== null;
  return isBound ? budgetBy : null;
}

/** The amount of a budget that one impression at a price uses. */
export function amountOfImpression(unit: BudgetUnit, price: Nanos): number {
  return unit === 'spend' ? price : 1;
}

/** Budgets of up to a million dollars are safe integers in nano-USD. */
function nanosOf(usd: string | null): number | null {
  return usd === null ? null : Number(nanosFromUsd(usd));
}
