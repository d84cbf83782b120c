import { expect, test } from 'vitest';
import { addMonths, daysOf, monthLabel, readMonth } from './monthOf.ts';

test('an address names a month that has begun, else it is the current one', () => {
  expect(readMonth('2026-02', '2026-11')).toBe('2026-02');
  for (const bad of ['2026-12', '2026-13', '2026-1', 'x', undefined, ['2026-02']]) {
    expect(readMonth(bad, '2026-11')).toBe('2026-11');
  }
});

test('months go over the ends of years, in both directions', () => {
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-12', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-12',
  ]);
});

test('a month ends on its last day, the current one today', () => {
  expect(daysOf('2028-02', '2028-11-21')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOf('2026-11', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(monthLabel('2026-11')).toBe('November 2026');
});
