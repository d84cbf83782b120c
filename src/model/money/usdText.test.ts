import { describe, expect, test } from 'vitest';
import { exactUsdText, usdText } from './usdText.ts';

describe('[REF-04] amounts of dollars', () => {
  test.each([
    ['5', '$5.00'],
    ['0', '$0.00'],
    ['-0.00', '$0.00'],
    ['2.345', '$2.35'],
    ['-2.345', '−$2.35'],
    ['999.995', '$1,000.00'],
    ['0.0151', '$0.02'],
    ['0.01', '$0.01'],
    ['1.000000001', '$1.00'],
    ['12345678901234567.894999999', '$12,345,678,901,234,567.89'],
  ])('have two decimals: %s is %s', (usd, text) => expect(usdText(usd)).toBe(text));

  test.each([
    ['0.00423', '$0.0042'],
    ['0.004', '$0.004'],
    ['0.0042999', '$0.0043'],
    ['0.00999', '$0.01'],
    ['0.000000001', '$0.000000001'],
    ['-0.0012', '−$0.0012'],
  ])('have two significant digits below one cent: %s is %s', (usd, text) => expect(usdText(usd)).toBe(text));

  test('have all their decimals on request', () => {
    expect(exactUsdText('1234.567800001')).toBe('$1,234.567800001');
    expect(exactUsdText('-0.5')).toBe('−$0.5');
  });
});
