import { nanosFromUsd, type CampaignRow, type Nanos } from '#model/index.ts';
import { flightOf, type Flight } from '../flight.ts';

/** What a budget counts: nano-USD that the advertiser is charged, or impressions. */
export type BudgetUnit = CampaignRow['budgetBy'];

/** The time of a budget; a flight is all of a campaign's life. */
export const budgetPeriods = ['hour', 'day', 'flight'] as const;

/** The time of a budget. */
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** What may be spent within a period: an integer in the unit of the campaign. */
export interface Budget {
  period: BudgetPeriod;
  amount: number;
}

/** The budgets of a campaign, and how they are to be used up. */
export interface CampaignBudgets {
  unit: BudgetUnit;
  /** At least one, each period once. */
  budgets: readonly Budget[];
  pacing: CampaignRow['pacing'];
  /** Percent that it may be ahead of even, where it is paced so. */
  aheadBy: number;
  /** Null = for ever. */
  flight: Flight | null;
  /** Whole hours from UTC of its account. */
  zoneHours: number;
}

/** The columns of a campaign that its budgets are made of. */
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

/** What budgets are made of. */
export type BudgetRow = Pick<CampaignRow, (typeof budgetColumns)[number]>;

/** The budgets of a campaign of an account in a zone of whole hours from UTC; null when nothing bounds it. */
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

/** What the budgets of a campaign count; null when nothing bounds it. */
export function budgetUnitOf(row: BudgetRow): BudgetUnit | null {
  const { budgetBy } = row;
  const isBound =
    budgetBy === 'spend'
      ? row.spendTotal !== null || row.spendPerDay !== null || row.spendPerHour !== null
      : row.impsTotal !== null || row.impsPerDay !== null || row.impsPerHour !== null;
  return isBound ? budgetBy : null;
}

/** What a budget counts of one impression at a price. */
export function amountOfImpression(unit: BudgetUnit, price: Nanos): number {
  return unit === 'spend' ? price : 1;
}

/** A million dollars in nano-USD is a safe integer. */
function nanosOf(usd: string | null): number | null {
  return usd === null ? null : Number(nanosFromUsd(usd));
}
