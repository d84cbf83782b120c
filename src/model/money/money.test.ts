import { describe, expect, test } from 'vitest';
import { nanosFromUsd, nanosPerImpression, shareOf, usdFromNanos } from './money.ts';

describe('money', () => {
  test.each([
    ['0', 0n],
    ['2.50', 2_500_000_000n],
    ['0.0001', 100_000n],
    ['0.000000001', 1n],
    ['-1.5', -1_500_000_000n],
    ['9007199.254740993', 9_007_199_254_740_993n],
  ])('%s USD is parsed exactly', (usd, nanos) => {
    expect(nanosFromUsd(usd)).toBe(nanos);
  });

  test.each(['', 'x', '1e3', '1.', '.5', '1,000', '0.0000000001', ' 1', '+1'])('%j is not an amount', (text) => {
    expect(() => nanosFromUsd(text)).toThrow(RangeError);
  });

  test.each([
    [0n, '0.00'],
    [2_500_000_000n, '2.50'],
    [3_100_000n, '0.0031'],
    [1n, '0.000000001'],
    [-1_500_000_000n, '-1.50'],
    [10_000_000_000_000n, '10000.00'],
  ])('%s nano-USD is formatted as short as possible', (nanos, usd) => {
    expect(usdFromNanos(nanos)).toBe(usd);
    expect(nanosFromUsd(usd)).toBe(nanos);
  });

  test('an impression earns a thousandth of the CPM', () => {
    expect(nanosPerImpression('3.10')).toBe(3_100_000);
    expect(nanosPerImpression('0.0001')).toBe(100);
  });

  test('a share is rounded down, even where a float would be wrong', () => {
    expect(shareOf(3_100_000, 7000)).toBe(2_170_000);
    expect(shareOf(1, 9999)).toBe(0);
    expect(shareOf(9_007_199_254_740_991, 3333)).toBe(3_002_099_511_605_172);
  });
});
