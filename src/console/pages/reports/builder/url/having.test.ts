import { expect, test } from 'vitest';
import { readHaving, shiftDecimal, writeHaving } from './having.ts';

test.each([
  ['0.05', 2, '5'],
  ['0.123', 2, '12.3'],
  ['1', 2, '100'],
  ['-0.5', 2, '-50'],
  ['5', -2, '0.05'],
  ['12.3', -2, '0.123'],
  ['100', -2, '1'],
  ['0', -2, '0'],
  ['250.50', -2, '2.505'],
])('%s times ten to the power of %i is %s', (text, power, shifted) => {
  expect(shiftDecimal(text, power)).toBe(shifted);
});

test('invalid numbers are null', () => {
  expect([shiftDecimal('', 2), shiftDecimal('1e3', 2), shiftDecimal('a', -2)]).toEqual([null, null, null]);
});

test('a metric filter round-trips through the URL; invalid ones are null', () => {
  const text = 'fill:lt:0.05';
  const read = readHaving(text);
  expect(read).toEqual({ metric: 'fill', op: 'lt', value: '0.05' });
  expect(read && writeHaving(read)).toBe(text);
  expect(['rev', 'rev:gt:', 'rev:over:1', 'rev:gt:1e9', 'rev:gt:1:2'].map(readHaving)).toEqual(Array(5).fill(null));
});
