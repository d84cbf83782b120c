import { expect, test } from 'vitest';
import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';
import { buildCampaignState } from '#tests/support/api/buildCampaignState.ts';
import { campaignStatesOf } from './campaignStates.ts';

// A Tuesday, 23:30 in the zone of the account.
const now = Date.parse('2026-03-10T21:30:00Z');
const nothing = { lifetime: null, today: null };
const usd = (amount: number) => BigInt(amount) * 1_000_000_000n;

const codesOf = (overrides: Partial<CampaignStateRow>, delivered: Parameters<typeof campaignStatesOf>[1] = nothing) =>
  campaignStatesOf(buildCampaignState({ timezone: 2, ...overrides }), delivered, now).map(({ code }) => code);

test('a campaign that has everything it needs has no state', () => {
  expect(codesOf({})).toEqual([]);
});

test.each([
  ['its last day is over', { endDate: '2026-03-09' }, ['ended']],
  ['its last day is near', { endDate: '2026-03-12' }, ['ends_soon']],
  ['its first day is to come', { startDate: '2026-03-11' }, ['scheduled']],
  ['its advertiser is paused', { isAdvertiserActive: false }, ['advertiser_paused']],
  ['it has nothing to show', { creatives: 0, fitting: 0, approved: 0 }, ['no_creative']],
  ['its creatives are of another type', { fitting: 0, approved: 0 }, ['no_creative']],
  ['all its creatives are drafts', { drafts: 1, approved: 0 }, ['no_creative']],
  ['none of its creatives is approved', { approved: 0 }, ['not_approved']],
  ['its approved creatives are blocked by their scan', { approved: 1, blocked: 1 }, ['creatives_blocked']],
  ['it bids under deals alone and has none', { isOpenMarket: false }, ['no_supply']],
  ['the floor of a deal is above its bid', { deals: 1, tooHigh: ['Spring'] }, ['below_deal']],
  ['it is paused because its budget is exhausted', { cappedUntil: '2026-03-10T22:00:00Z' }, ['budget_out']],
])('a campaign says that %s', (_, overrides, codes) => {
  expect(codesOf(overrides)).toEqual(codes);
});

test('an exhausted budget is shown with its amount, and without it to users who do not see money', () => {
  const row = buildCampaignState({ spendTotal: String(usd(50)), spendPerDay: String(usd(5)) });
  expect(campaignStatesOf(row, { lifetime: usd(50), today: usd(5) }, now)).toEqual([
    {
      ...{ code: 'budget_out', fix: 'spendTotal' },
      ...{ text: 'Lifetime budget of $50.00 exhausted.', textWithoutMoney: 'Lifetime budget exhausted.' },
    },
  ]);
  expect(campaignStatesOf(row, { lifetime: usd(20), today: usd(5) }, now)).toMatchObject([{ fix: 'spendPerDay' }]);
});

test('a flight that delivers below 90% or above 110% of its elapsed time has a state', () => {
  const flight = { startDate: '2026-03-01', endDate: '2026-03-20', spendTotal: String(usd(100)) };
  expect(codesOf(flight, { lifetime: usd(44), today: null })).toEqual(['behind']);
  expect(codesOf(flight, { lifetime: usd(50), today: null })).toEqual([]);
  expect(codesOf(flight, { lifetime: usd(56), today: null })).toEqual(['ahead']);
  expect(codesOf({ ...flight, endDate: '2026-03-09' }, { lifetime: usd(1), today: null })).toEqual(['ended']);
});
