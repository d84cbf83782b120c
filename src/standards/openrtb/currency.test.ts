import { describe, expect, test } from 'vitest';
import { priceText } from './bid/auctionMacros.ts';
import { amountOf, convertFromNanos, convertToNanos, createRates, floorIn } from './currency.ts';

const rates = createRates({ EUR: 1.08, GBP: 1.25, JPY: 0.0066, KWD: 3.25 });

describe('2.4: createRates', () => {
  test('always has the dollar, and reads codes in any case', () => {
    expect([...createRates({ eur: 1.1, usd: 2 })]).toEqual([
      ['EUR', 1.1],
      ['USD', 1],
    ]);
  });

  test('leaves out invalid codes and non-positive numbers', () => {
    const made = createRates(
      JSON.parse('{"EURO":1,"EUR":0,"GBP":-1,"JPY":null,"CHF":"1","__proto__":1,"CAD":1e999,"SEK":0.1}'),
    );
    expect([...made.keys()]).toEqual(['SEK', 'USD']);
  });
});

describe('2.4: convertToNanos', () => {
  test.each<[number, string, number | null]>([
    [1.25, 'USD', 1_250_000_000],
    [1, 'EUR', 1_080_000_000],
    [0.1, 'USD', 100_000_000],
    [1.005, 'USD', 1_005_000_000],
    [0.285, 'USD', 285_000_000],
    [150, 'JPY', 990_000_000],
    [0, 'EUR', 0],
    [-0, 'EUR', 0],
    [0.000_000_000_5, 'USD', 0],
    [0.000_000_000_6, 'USD', 1],
    [1, 'XXX', null],
    [1, 'toString', null],
    [1e300, 'USD', null],
    [Number.NaN, 'USD', null],
    [Infinity, 'USD', null],
  ])('%d %s is %o', (amount, currency, nanos) => {
    expect(convertToNanos(amount, currency, rates)).toBe(nanos);
  });
});

describe('2.4: convertFromNanos', () => {
  test.each<[number, string, string | null]>([
    [1_080_000_000, 'EUR', '1'],
    [1_250_000_000, 'USD', '1.25'],
    [1_000_000_000, 'EUR', '0.925925926'],
    [1_000_000_000, 'JPY', '151.515151515'],
    [1_000_000_000, 'XXX', null],
  ])('%d in %s is %s', (nanos, currency, text) => {
    const units = convertFromNanos(nanos, currency, rates);
    expect(units === null ? null : priceText(units)).toBe(text);
  });
});

describe('2.4: floorIn', () => {
  test.each<[number, string, number | null]>([
    [1_250_000_000, 'USD', 1.25],
    [1_080_000_000, 'EUR', 1],
    [1_000_000_000, 'EUR', 0.925925926],
    [1_000_000_000, 'KWD', 0.307692308],
    [0, 'EUR', 0],
    [1, 'XXX', null],
  ])('%d in %s is %d', (nanos, currency, amount) => {
    expect(floorIn(nanos, currency, rates)).toBe(amount);
  });

  test('a bid at exactly the declared floor is never below it', () => {
    for (const currency of rates.keys()) {
      for (let nanos = 1; nanos < 1e13; nanos = Math.ceil(nanos * 1.37) + 1) {
        const floor = floorIn(nanos, currency, rates) ?? 0;
        expect(convertToNanos(floor, currency, rates)).toBeGreaterThanOrEqual(nanos);
      }
    }
  });
});

test('2.4: amounts have no floating-point noise', () => {
  expect([100_000_000, 300_000_000, 1_250_000_000, 1_000_000_001].map(amountOf)).toEqual([0.1, 0.3, 1.25, 1.000000001]);
});
