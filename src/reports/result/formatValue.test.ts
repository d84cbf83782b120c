import { expect, test } from 'vitest';
import { exactValue, formatShort, formatValue } from './formatValue.ts';

test('[REF-04] money has two decimals, below one cent two significant digits, and all of them in the title', () => {
  expect(formatValue('1234.5', 'usd')).toBe('$1,234.50');
  expect(formatValue('0.004231', 'usd')).toBe('$0.0042');
  expect(formatValue('-1234.567', 'usd')).toBe('−$1,234.57');
  expect(exactValue('0.004231', 'usd')).toBe('$0.004231');
  expect(exactValue('-1234.567', 'usd')).toBe('−$1,234.567');
});

test('an unknown value is a dash, never a zero', () => {
  expect(formatValue(null, 'ratio')).toBe('–');
  expect(formatValue(undefined, 'usd')).toBe('–');
  expect(exactValue(null, 'usd')).toBeUndefined();
});

test('counts have digit groups and rates are percentages', () => {
  expect(formatValue(1_234_567, 'count')).toBe('1,234,567');
  expect(formatValue(0.196875, 'ratio')).toBe('19.69%');
});

test('numbers that are not fractions have two decimals, and durations their unit', () => {
  expect(formatValue(3.4567, 'number')).toBe('3.46');
  expect(formatValue(1234, 'ms')).toBe('1,234 ms');
  expect(formatShort(12_345, 'ms')).toBe('12,345 ms');
});

test('large values are abbreviated in the short form', () => {
  expect(formatShort(12_345_678, 'count')).toBe('12.35M');
  expect(formatShort('-45678.90', 'usd')).toBe('−$45.68K');
  expect(formatShort(9_999, 'count')).toBe('9,999');
});
