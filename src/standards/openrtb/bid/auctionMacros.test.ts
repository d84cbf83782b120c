import { describe, expect, test } from 'vitest';
import { fillAuctionMacros, priceText, type AuctionMacroValues } from './auctionMacros.ts';

const values: AuctionMacroValues = {
  id: 'r1',
  bidId: 'x1',
  impId: '1',
  seatId: 's1',
  adId: 'a1',
  price: '1.25',
  currency: 'EUR',
  mbr: '0.83',
  loss: '0',
  minToWin: '1.1',
  multiplier: '1',
  impTs: '1767225600000',
  discountPct: '10',
  discountCpm: '0.14',
};

describe('OpenRTB 2.6, 4.4: fillAuctionMacros', () => {
  test.each([
    ['ID', 'r1'],
    ['BID_ID', 'x1'],
    ['IMP_ID', '1'],
    ['SEAT_ID', 's1'],
    ['AD_ID', 'a1'],
    ['PRICE', '1.25'],
    ['CURRENCY', 'EUR'],
    ['MBR', '0.83'],
    ['LOSS', '0'],
    ['MIN_TO_WIN', '1.1'],
    ['MULTIPLIER', '1'],
    ['IMP_TS', '1767225600000'],
    ['DISCOUNT_PCT', '10'],
    ['DISCOUNT_CPM', '0.14'],
  ])('AUCTION_%s is filled in every way of writing it, and empty when it is not known', (name, value) => {
    const forms = [
      `\${AUCTION_${name}}`,
      `%24%7BAUCTION_${name}%7D`,
      `%24%7bAUCTION_${name}%7d`,
      `$%7BAUCTION_${name}%7D`,
    ];
    for (const form of forms) {
      const url = `https://d.example/w?a=${form}&b=${form}`;
      expect(fillAuctionMacros(url, values)).toBe(`https://d.example/w?a=${value}&b=${value}`);
      expect(fillAuctionMacros(url, {})).toBe('https://d.example/w?a=&b=');
    }
  });

  test.each<[string, AuctionMacroValues, string]>([
    ['${AUCTION_PRICE:B64}', { price: '1.25' }, 'MS4yNQ%3D%3D'],
    ['%24%7BAUCTION_PRICE%3AB64%7D', { price: '1.25' }, 'MS4yNQ%3D%3D'],
    ['%2524%257BAUCTION_PRICE%257D', { price: '1.25' }, '1.25'],
    ['%2524%257BAUCTION_SEAT_ID%257D', { seatId: 'a b' }, 'a%2520b'],
    ['%2524%257BAUCTION_PRICE%253AB64%257D', { price: '1.25' }, 'MS4yNQ%253D%253D'],
    ['${AUCTION_PRICE:B64}', { price: '12.5' }, 'MTIuNQ%3D%3D'],
    ['${AUCTION_PRICE:B64}', { price: '1.5' }, 'MS41'],
    ['${AUCTION_PRICE:B64}', { price: '12' }, 'MTI%3D'],
    ['${AUCTION_SEAT_ID:B64}', { seatId: 'ø~~?' }, 'w7h%2Bfj8%3D'],
    ['${AUCTION_PRICE:B64}', {}, ''],
    ['${AUCTION_PRICE:BLOWFISH}', { price: '1.25' }, ''],
    ['${AUCTION_PRICE}', { price: 'AUDIT' }, 'AUDIT'],
    ['${AUCTION_SEAT_ID}', { seatId: '"><script>&' }, '%22%3E%3Cscript%3E%26'],
    ['${AUCTION_SEAT_ID}', { seatId: 'a\uD800' }, 'a%EF%BF%BD'],
    ['${AUCTION_ID}', { id: '${AUCTION_PRICE}', price: '1' }, '%24%7BAUCTION_PRICE%7D'],
    ['${AUCTION_ID}', { id: '$&$1' }, '%24%26%241'],
  ])('%s with %o becomes %s', (text, given, filled) => {
    expect(fillAuctionMacros(text, given)).toBe(filled);
  });

  test.each([
    '${AUCTION_WHATEVER}',
    '${AUCTION_PRICE',
    'AUCTION_PRICE',
    '[AUCTION_PRICE]',
    '${PRICE}',
    '${AUCTION_toString}',
  ])('%s is left alone', (text) => {
    expect(fillAuctionMacros(text, values)).toBe(text);
  });

  test('fills markup like a URL', () => {
    expect(
      fillAuctionMacros('<img src="https://t.example/?p=${AUCTION_PRICE}"><script>p=${AUCTION_PRICE}</script>', values),
    ).toBe('<img src="https://t.example/?p=1.25"><script>p=1.25</script>');
  });

  test('handles a megabyte of macro starts', () => {
    for (const part of ['${AUCTION_', '${', '${AUCTION_PRICE:', '%24%7BAUCTION_A']) {
      const text = part.repeat(1_000_000 / part.length);
      expect(fillAuctionMacros(text, values)).toBe(text);
    }
  });
});

test.each<[bigint | number, string]>([
  [1_250_000_000, '1.25'],
  [2_000_000_000n, '2'],
  [1, '0.000000001'],
  [100_000_000, '0.1'],
  [300_000_000, '0.3'],
  [10_000_000_000, '10'],
  [9_007_199_254_740_991, '9007199.254740991'],
  [123_456_789_012_345_678_901n, '123456789012.345678901'],
  [0, '0'],
  [0n, '0'],
  [-1, '0'],
  [Number.NaN, '0'],
  [Infinity, '0'],
  [0.6, '0.000000001'],
])('OpenRTB 2.6, 4.4: %o billionths are written as %s', (nanos, text) => {
  expect(priceText(nanos)).toBe(text);
});
