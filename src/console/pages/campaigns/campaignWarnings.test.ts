import { expect, test } from 'vitest';
import { budgetWarning, creativeWarning, dealWarning } from './campaignWarnings.ts';

const creatives = new Map([
  [1, { type: 'video', status: 1, review: 'approved' }],
  [2, { type: 'video', status: 1, review: 'pending' }],
  [3, { type: 'image', status: 1, review: 'approved' }],
  [4, { type: 'vast', status: 0, review: 'approved' }],
]);

test.each([
  ['no creative', [], 'Select at least one creative. Without creatives, the campaign does not bid.'],
  ['an approved creative', [1, 2], undefined],
  ['no approved creative', [2, 3], 'None of these creatives is approved yet. The campaign bids once one is approved.'],
  [
    'no creative of its type',
    [3, 4],
    'None of these creatives is active and matches the campaign’s type, so the campaign does not bid.',
  ],
  ['an unknown creative', [2, 9], undefined],
])('a video campaign with %s', (_, creativeIds, text) => {
  expect(creativeWarning({ type: 'video', creativeIds }, creatives)).toBe(text);
});

test('no warning about creatives before they are loaded', () => {
  expect(creativeWarning({ type: 'video', creativeIds: [1] }, undefined)).toBeUndefined();
});

test('the bid, or the bid of the deal, is compared with the price of each deal', () => {
  const floors = new Map([
    [1, '5.00'],
    [2, '2.00'],
  ]);
  const values = { bid: '2.00', dealIds: [1, 2] };
  expect(dealWarning(values, floors)).toBe('The bid is below the price of one of the deals.');
  expect(dealWarning({ ...values, bid: '1' }, floors)).toBe('The bid is below the price of 2 of the deals.');
  expect(dealWarning({ ...values, dealBids: { 1: '5' } }, floors)).toBeUndefined();
  expect(dealWarning(values, undefined)).toBeUndefined();
});

test('a daily budget that cannot add up to the lifetime budget is reported with its sum', () => {
  const flight = { startDate: '2026-03-01', endDate: '2026-03-10' };
  expect(budgetWarning({ ...flight, budgetBy: 'spend', spendPerDay: '9.99', spendTotal: '100' }, '2026-02-01')).toEqual(
    {
      field: 'spendPerDay',
      text: 'Over 10 days, this allows $99. The lifetime budget is never reached.',
    },
  );
  expect(
    budgetWarning({ ...flight, budgetBy: 'spend', spendPerDay: '10', spendTotal: '100' }, '2026-02-01'),
  ).toBeUndefined();
  const counted = {
    startDate: '',
    endDate: '2026-03-02',
    budgetBy: 'impressions',
    impsPerDay: '500',
    impsTotal: '2000',
  };
  expect(budgetWarning(counted, '2026-03-01')).toEqual({
    field: 'impsPerDay',
    text: 'Over 2 days, this allows 1,000. The lifetime budget is never reached.',
  });
  expect(budgetWarning({ ...counted, endDate: '' }, '2026-03-01')).toBeUndefined();
});
