import { expect, test } from 'vitest';
import { buildCampaignState } from '#tests/support/api/buildCampaignState.ts';
import { pacingOf } from './pacingOf.ts';

const now = Date.parse('2026-03-10T22:00:00Z');
const usd = (amount: number) => BigInt(amount) * 1_000_000_000n;

test('elapsed time counts in the zone of the account, delivered against the budget of the flight', () => {
  const row = buildCampaignState({
    timezone: 2,
    startDate: '2026-03-10',
    endDate: '2026-03-13',
    spendTotal: String(usd(200)),
  });
  expect(pacingOf(row, { lifetime: usd(60), today: null }, now)).toEqual({
    period: 'flight',
    delivered: 0.3,
    elapsed: 0.25,
  });
  expect(pacingOf(row, { lifetime: null, today: null }, now)).toMatchObject({ delivered: null });
});

test('without an end date, the daily impression budget counts', () => {
  const row = buildCampaignState({ budgetBy: 'impressions', impsTotal: 1000, impsPerDay: 400 });
  expect(pacingOf(row, { lifetime: 10n, today: 100n }, Date.parse('2026-03-10T12:00:00Z'))).toEqual({
    period: 'day',
    delivered: 0.25,
    elapsed: 0.5,
  });
});

test('there is no pacing without a budget, or before the first day', () => {
  expect(pacingOf(buildCampaignState({}), { lifetime: 1n, today: 1n }, now)).toBeNull();
  const later = buildCampaignState({ startDate: '2026-04-01', endDate: '2026-04-02', spendTotal: '1' });
  expect(pacingOf(later, { lifetime: 0n, today: 0n }, now)).toBeNull();
});
