import { expect, test } from 'vitest';
import { namedGranularities, priceBucket, type PriceGranularity } from './priceBucket.ts';

const bucket = (cpm: number, name: string) => priceBucket(cpm, namedGranularities.get(name) as PriceGranularity);

test.each([
  ['low', 0, '0.00'],
  ['low', 0.49, '0.00'],
  ['low', 0.5, '0.50'],
  ['low', 4.99, '4.50'],
  ['low', 5, '5.00'],
  ['low', 70, '5.00'],
  ['med', 1.29, '1.20'],
  ['medium', 0.3, '0.30'],
  ['med', 19.99, '19.90'],
  ['med', 20.01, '20.00'],
  ['high', 4.01, '4.01'],
  ['high', 1.235, '1.23'],
  ['high', 19.999, '19.99'],
  ['high', 21, '20.00'],
  ['auto', 3.14, '3.10'],
  ['auto', 4.99, '4.95'],
  ['auto', 5.19, '5.10'],
  ['auto', 9.99, '9.90'],
  ['auto', 10, '10.00'],
  ['auto', 15.74, '15.50'],
  ['auto', 20.5, '20.00'],
  ['dense', 2.999, '2.99'],
  ['dense', 3.04, '3.00'],
  ['dense', 7.99, '7.95'],
  ['dense', 8.4, '8.00'],
  ['dense', 21, '20.00'],
])('2.7: in %s granularity %f is %s', (name, cpm, text) => {
  expect(bucket(cpm, name)).toBe(text);
});

test('2.7: every cent of the high granularity is its own bucket', () => {
  for (let cents = 0; cents <= 2000; cents += 1) {
    expect(bucket(cents / 100, 'high')).toBe((cents / 100).toFixed(2));
  }
});

test('2.7: steps of custom ranges start at the range, with the requested decimals', () => {
  const own = {
    precision: 3,
    ranges: [
      { min: 0, max: 1, increment: 0.125 },
      { min: 1, max: 4, increment: 1.5 },
    ],
  };
  expect([0.3, 1, 2.4, 2.5, 4, 9].map((cpm) => priceBucket(cpm, own))).toEqual([
    '0.250',
    '1.000',
    '1.000',
    '2.500',
    '4.000',
    '4.000',
  ]);
});

test.each([-1, Number.NaN, Infinity])('%f has no bucket', (cpm) => {
  expect(bucket(cpm, 'med')).toBe('');
});

test('no ranges, no buckets', () => {
  expect(priceBucket(1, { precision: 2, ranges: [] })).toBe('');
});
