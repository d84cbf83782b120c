import { expect, test } from 'vitest';
import { isSignedAmount } from './isSignedAmount.ts';

test('an amount may have a sign, has few decimals, and is not zero', () => {
  for (const good of ['1', '-12.50', '0.000000001']) expect(isSignedAmount(good), good).toBe(true);
  for (const bad of ['', '-', '0', '-0.00', '1.', '1e3', '0.0000000001']) expect(isSignedAmount(bad), bad).toBe(false);
  expect(isSignedAmount('1.001', 2)).toBe(false);
});
