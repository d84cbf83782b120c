import { expect, test } from 'vitest';
import { fillPassedOnMacros, fillVastMacros } from './macros.ts';
import { fillAuctionMacros } from './openrtb/bid/auctionMacros.ts';

const deep = '25'.repeat(4000);
const page = `https://news.example/?q=${'é&'.repeat(100)}`;

test.each([
  ['a nested URL', `https://a.example/?u=https%${deep}2F%${deep}2Fb.example/[PAGEURL]`],
  ['a bracket', `https://a.example/?u=%${deep}5BPAGEURL%${deep}5D`],
  ['a dollar', `https://a.example/?u=%${deep}24%${deep}7BGDPR_CONSENT%${deep}7D`],
])('what %s adds to a value does not grow with how often it is encoded', (_, url) => {
  for (const fill of [fillVastMacros, fillPassedOnMacros]) {
    const filled = fill(url, { PAGEURL: page, GDPRCONSENT: 'CQ' });
    expect(filled.length).toBeLessThan(url.length + 10 * page.length);
  }
});

test('auction macros that are encoded more than four times stay as they are', () => {
  const text = `https://a.example/?s=%${deep}24{AUCTION_SEAT_ID}`;
  expect(fillAuctionMacros(text, { seatId: 'é' })).toBe(text);
  expect(fillAuctionMacros('?s=%25252524%2525257BAUCTION_SEAT_ID%2525257D', { seatId: 'é' })).toBe(
    '?s=%252525C3%252525A9',
  );
});
