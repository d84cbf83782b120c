import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatBytes,
  formatChange,
  formatCount,
  formatDate,
  formatDateTime,
  formatExactAmount,
  formatExactMoney,
  formatMoney,
  formatPercent,
  formatShare,
} from './format.ts';

describe('money', () => {
  test('[REF-04] an amount has two decimals, and more below one cent', () => {
    expect(formatMoney('1234567.125')).toBe('$1,234,567.13');
    expect(formatMoney('0.0012')).toBe('$0.0012');
  });
  test('the exact amount shows every decimal', () => {
    expect(formatExactMoney('1234.567800001')).toBe('$1,234.567800001');
  });
  test('an amount in a unit other than dollars has no dollar sign', () => {
    expect(formatAmount('1234.505', 'USD CPM')).toBe('$1,234.51');
    expect(formatExactAmount('1234.505', 'USD CPM')).toBe('$1,234.505');
    expect(formatAmount('16300.50', 'per US dollar')).toBe('16,300.50');
    expect(formatAmount(null, 'per US dollar')).toBe('–');
  });
  test('a missing amount is a dash', () => {
    expect(formatMoney(null)).toBe('–');
    expect(formatExactMoney(undefined)).toBe('–');
  });
});

describe('counts and percentages', () => {
  test('a count has digit groups', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatCount(-1000)).toBe('-1,000');
    expect(formatCount(9007199254740993n)).toBe('9,007,199,254,740,993');
    expect(formatCount(0)).toBe('0');
    expect(formatCount(Number.NaN)).toBe('–');
  });
  test('[REF-04] a percentage has two decimals, and a division by zero is a dash', () => {
    expect(formatPercent(12.5)).toBe('12.50%');
    expect(formatShare(0.1234)).toBe('12.34%');
    expect(formatShare(1 / 0)).toBe('–');
    expect(formatShare(null)).toBe('–');
  });
  test('a change names its size and direction', () => {
    expect(formatChange(112.4, 100)).toEqual({ text: '12.40%', direction: 'up' });
    expect(formatChange(50, 100)).toEqual({ text: '50.00%', direction: 'down' });
    expect(formatChange(-50, -100)).toEqual({ text: '50.00%', direction: 'up' });
    expect(formatChange(100, 100)).toEqual({ text: '0.00%', direction: 'flat' });
    expect(formatChange(1099.4, 100)).toEqual({ text: '999.40%', direction: 'up' });
    expect(formatChange(50_000, 100)).toEqual({ text: '>999%', direction: 'up' });
    expect(formatChange(5, 0)).toBeNull();
  });
});

test('a file size has two or three significant digits', () => {
  expect(formatBytes(999)).toBe('999 bytes');
  expect(formatBytes(1234)).toBe('1.2 kB');
  expect(formatBytes(12_345_678)).toBe('12 MB');
  expect(formatBytes(1_234_567_890)).toBe('1.2 GB');
});

describe('dates', () => {
  test('[REF-04] an instant shows in the given offset, from the year down', () => {
    expect(formatDateTime('2026-03-01T23:30:00Z', 3)).toBe('2026-03-02 02:30');
    expect(formatDate('2026-03-01T23:30:00Z', 3)).toBe('2026-03-02');
    expect(formatDate(Date.UTC(2026, 0, 1, 2), -5)).toBe('2025-12-31');
  });
  test('an invalid date is a dash', () => {
    expect(formatDate('soon', 0)).toBe('–');
    expect(formatDateTime(null, 0)).toBe('–');
  });
});
