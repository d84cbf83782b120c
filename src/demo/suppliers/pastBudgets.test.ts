import { expect, test } from 'vitest';
import { buildCampaign } from '#tests/support/engine/buildBuying.ts';
import { createPastBudgets } from './pastBudgets.ts';

const at = Date.parse('2026-03-10T22:30:00Z');
const dayMs = 86_400_000;

/** The number of impressions of a campaign until its budgets are exhausted, at most a thousand. */
function impressionsOf(overrides: Parameters<typeof buildCampaign>[0], times = [at]): number {
  const budgets = createPastBudgets(2);
  const campaign = buildCampaign({ bid: '2.00', spendTotal: null, spendPerDay: null, ...overrides });
  let count = 0;
  for (const time of times) {
    while (count < 1000 && budgets.mayBid(campaign, time)) {
      budgets.count(campaign, time);
      count += 1;
    }
  }
  return count;
}

test('a budget is spent up to the last impression that fits, and never exceeded', () => {
  expect(impressionsOf({ spendTotal: '0.10' })).toBe(50);
  expect(impressionsOf({ spendTotal: '0.1010' })).toBe(50);
  expect(impressionsOf({ budgetBy: 'impressions', impsTotal: 7 })).toBe(7);
  expect(impressionsOf({})).toBe(1000);
});

test('each day in the zone has its own budget', () => {
  const times = [at, at - 1_800_000, at - dayMs];
  expect(impressionsOf({ spendPerDay: '0.01' }, times)).toBe(10);
  expect(impressionsOf({ spendPerDay: '0.01', spendTotal: '0.014' }, times)).toBe(7);
});

test('a campaign has none before and after its flight', () => {
  expect(impressionsOf({ startDate: '2026-03-11', endDate: '2026-03-11' })).toBe(1000);
  expect(impressionsOf({ startDate: '2026-03-12' })).toBe(0);
  expect(impressionsOf({ endDate: '2026-03-10' })).toBe(0);
});
