import type { Fault } from '../entity/fault.ts';
import { choice, optionalInteger, optionalMoney, percent } from '../field/fields.ts';
import { nanosFromUsd } from '../money/money.ts';

/** The unit of a campaign's budgets. */
export const budgetKinds = [
  {
    value: 'spend',
    label: 'Spend: charged to the advertiser',
    formerLabels: ['Spend: what its advertiser is charged'],
  },
  { value: 'impressions', label: 'Impressions' },
] as const;

/** Pacing: how budgets are spread over their period. */
export const pacings = [
  { value: 'even', label: 'Evenly' },
  { value: 'ahead', label: 'Frontloaded', formerLabels: ['Ahead of even'] },
  { value: 'asap', label: 'As fast as possible' },
] as const;

const tab = 'Budget';
const isSpend = { field: 'budgetBy', is: ['spend'] } as const;
const isCount = { field: 'budgetBy', is: ['impressions'] } as const;
const maxUsd = 999_999;
const maxImps = 1_000_000_000;

/** The budget and pacing fields of a campaign. Hours and days are in the account's time zone. */
export const campaignBudget = {
  budgetBy: choice({
    label: 'Budget type',
    formerLabels: ['Budget by'],
    choices: budgetKinds,
    default: 'spend',
    tab,
    column: 'optional',
  }),
  spendTotal: optionalMoney({
    label: 'Lifetime budget',
    formerLabels: ['Budget'],
    unit: 'USD',
    max: maxUsd,
    tab,
    shownWhen: isSpend,
    replacedBy: { field: 'impsTotal', unit: 'imps' },
    help: 'For the whole flight. Empty = no limit.',
    isQuick: true,
  }),
  spendPerDay: optionalMoney({
    label: 'Daily budget',
    formerLabels: ['Budget a day'],
    unit: 'USD',
    max: maxUsd,
    tab,
    shownWhen: isSpend,
    replacedBy: { field: 'impsPerDay', unit: 'imps' },
    help: 'Midnight to midnight in the account’s time zone. Empty = no limit.',
    isQuick: true,
  }),
  spendPerHour: optionalMoney({
    label: 'Hourly budget',
    formerLabels: ['Budget an hour'],
    unit: 'USD',
    max: maxUsd,
    tab,
    column: 'optional',
    shownWhen: isSpend,
    help: 'Per clock hour. Empty = no limit.',
    isQuick: true,
  }),
  impsTotal: optionalInteger({
    label: 'Lifetime impression cap',
    min: 1,
    max: maxImps,
    tab,
    column: 'optional',
    shownWhen: isCount,
    help: 'For the whole flight. Empty = no cap.',
    isQuick: true,
  }),
  impsPerDay: optionalInteger({
    label: 'Daily impression cap',
    formerLabels: ['Impressions a day'],
    min: 1,
    max: maxImps,
    tab,
    column: 'optional',
    shownWhen: isCount,
    help: 'Midnight to midnight in the account’s time zone. Empty = no cap.',
    isQuick: true,
  }),
  impsPerHour: optionalInteger({
    label: 'Hourly impression cap',
    formerLabels: ['Impressions an hour'],
    min: 1,
    max: maxImps,
    tab,
    column: 'optional',
    shownWhen: isCount,
    help: 'Per clock hour. Empty = no cap.',
    isQuick: true,
  }),
  pacing: choice({
    label: 'Pacing',
    choices: pacings,
    default: 'even',
    tab,
    help: 'How each budget is spread over its hour, its day, or the flight up to the end date.',
    isQuick: true,
  }),
  aheadBy: percent({
    label: 'Ahead by',
    isMoney: false,
    min: 1,
    max: 100,
    default: 20,
    tab,
    column: 'optional',
    shownWhen: { field: 'pacing', is: ['ahead'] },
    help: 'How far spend runs ahead of even pacing at any time.',
  }),
};

type BudgetField = 'spendTotal' | 'spendPerDay' | 'spendPerHour' | 'impsTotal' | 'impsPerDay' | 'impsPerHour';

/** Each budget with every budget of a longer period. */
export const budgetPairs = [
  ['spendPerHour', 'spendPerDay'],
  ['spendPerHour', 'spendTotal'],
  ['spendPerDay', 'spendTotal'],
  ['impsPerHour', 'impsPerDay'],
  ['impsPerHour', 'impsTotal'],
  ['impsPerDay', 'impsTotal'],
] as const satisfies readonly (readonly [BudgetField, BudgetField])[];

/** The fault of a budget that exceeds that of a longer period, among those of the campaign's unit. */
export function budgetFaults<K extends BudgetField>(
  row: { budgetBy: 'spend' | 'impressions' } & Record<K, string | number | null>,
  path: K,
  longer: K,
): Fault[] {
  if (path.startsWith('spend') !== (row.budgetBy === 'spend')) return [];
  const [amount, most] = [amountOf(row[path]), amountOf(row[longer])];
  if (amount === null || most === null || amount <= most) return [];
  return [{ code: 'exceeds_longer', message: 'Must not exceed the budget of a longer period', path }];
}

function amountOf(value: string | number | null): bigint | null {
  if (value === null) return null;
  return typeof value === 'string' ? nanosFromUsd(value) : BigInt(value);
}
