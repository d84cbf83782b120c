import { expect, test } from 'vitest';
import { judgeAddressDay, type AddressDay } from './judgeAddressDay.ts';

const robot: AddressDay = { imps: 40, clicks: 30, expectedClicks: 0.4, peerImps: 50_000 };

test('an address whose click rate is far above that of all others is invalid', () => {
  expect(judgeAddressDay(robot)).toEqual({ reason: 'click_rate', isOfClicksOnly: false });
});

test.each<[string, Partial<AddressDay>]>([
  ['a carrier with many clicks at the usual rate', { imps: 900_000, clicks: 9000, expectedClicks: 9100 }],
  ['a family that clicks a lot in a game whose ads all viewers click', { imps: 60, clicks: 21, expectedClicks: 18 }],
  ['few clicks', { imps: 20, clicks: 19 }],
  ['few impressions', { imps: 19, clicks: 25 }],
  ['a rate above others, but not beyond viewers', { imps: 400, clicks: 60, expectedClicks: 2 }],
  ['a new channel without other viewers', { peerImps: 999 }],
])('%s is valid', (_, overrides) => {
  expect(judgeAddressDay({ ...robot, ...overrides })).toBeNull();
});
