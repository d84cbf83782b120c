import { expect, test } from 'vitest';
import { buildCampaign } from '#tests/support/engine/buildBuying.ts';
import { dailyBudget } from './dailyBudget.ts';
import { budgetsOf } from './budgetsOf.ts';

const now = Date.UTC(2026, 2, 10, 12);
const usd = 1_000_000_000;

function leftFor(campaign: Parameters<typeof buildCampaign>[0], delivered = 0) {
  const budgets = budgetsOf(buildCampaign(campaign), 0);
  return budgets && dailyBudget(budgets, { delivered, now });
}

test.each([
  ['of an hour, twenty-four times', { spendPerHour: '1.00' }, { period: 'hour', amount: 24 * usd }],
  ['of a day', { spendPerDay: '10.00', spendPerHour: '1.00' }, { period: 'day', amount: 10 * usd }],
  [
    'of a flight, by the days that are left',
    { spendTotal: '100.00', spendPerDay: '90.00', endDate: '2026-03-11' },
    { period: 'flight', amount: (100 * usd) / 1.5 },
  ],
  [
    'of a flight that is to come, by all of its days',
    { spendTotal: '100.00', startDate: '2026-03-20', endDate: '2026-03-29' },
    { period: 'flight', amount: 10 * usd },
  ],
])('a budget %s', (_name, campaign, expected) => {
  expect(leftFor(campaign)).toEqual(expected);
});

test('delivered spend reduces the budget, and a lifetime budget without an end date limits no day', () => {
  const flight = { spendTotal: '100.00', startDate: '2026-03-01', endDate: '2026-03-10' };
  expect(leftFor(flight, 94 * usd)).toEqual({ period: 'flight', amount: 12 * usd });
  expect(leftFor(flight, 120 * usd)).toEqual({ period: 'flight', amount: 0 });
  expect(leftFor({ spendTotal: '100.00' })).toBeNull();
  expect(leftFor({})).toBeNull();
});
