import { expect, test } from 'vitest';
import { normalizeNumber } from './normalizeNumber.ts';

test('pasted numbers become plain decimals', () => {
  const cases: Record<string, string> = {
    '1,000': '1000',
    '1,234,567.50': '1234567.50',
    '$ 2 500.50': '2500.50',
    '1\u202f000': '1000',
    '1.234,5': '1234.5',
    '12,5': '12.5',
    '7%': '7',
    '.5': '0.5',
    '5.': '5',
    '007': '7',
    '-0': '0',
    '−3': '-3',
    '0.10': '0.10',
    '  ': '',
  };
  for (const [typed, meant] of Object.entries(cases)) expect(normalizeNumber(typed), typed).toBe(meant);
});

test('no digit is lost to floating point', () => {
  expect(normalizeNumber('12345678901234567890.123456789')).toBe('12345678901234567890.123456789');
});

test('text that is not a number is refused', () => {
  for (const typed of ['abc', '1e5', '--1', '1.2.3', '.', '1,00,0']) expect(normalizeNumber(typed), typed).toBeNull();
});
