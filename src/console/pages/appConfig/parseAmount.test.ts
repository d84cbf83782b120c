import { expect, test } from 'vitest';
import { amountText, parseAmount } from './parseAmount.ts';

test('[CONF-02] commas, dots and spaces are dropped, and empty text is 0', () => {
  expect(parseAmount('1,000,000')).toBe(1_000_000);
  expect(parseAmount('1.000.000')).toBe(1_000_000);
  expect(parseAmount(' 1 000\u00a0000 ')).toBe(1_000_000);
  expect(parseAmount('')).toBe(0);
  expect(parseAmount(' . ')).toBe(0);
});

test('invalid amounts are null', () => {
  for (const text of ['ten', '-1', '1e3', '0x10', '99999999999999999999']) expect(parseAmount(text), text).toBeNull();
});

test('a formatted amount parses to the same number', () => {
  for (const amount of [0, 999, 1000, 5_000_000_000]) expect(parseAmount(amountText(amount))).toBe(amount);
});
