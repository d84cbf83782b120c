import { expect, test } from 'vitest';
import { addMonths, boundsOf, daysOf, monthAt, monthLabel, readMonth } from './month.ts';

test('a month in a URL must have begun; otherwise it is the current one', () => {
  expect(readMonth('2026-02', '2026-11')).toBe('2026-02');
  for (const bad of ['2026-12', '2026-13', '2026-1', 'x', undefined, ['2026-02']]) {
    expect(readMonth(bad, '2026-11')).toBe('2026-11');
  }
});

test('months can be added across years, in both directions', () => {
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-12', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-12',
  ]);
});

test('a month starts and ends with its UTC days', () => {
  const { start, end } = boundsOf('2028-02');
  expect([monthAt(start), monthAt(end - 1), monthAt(end)]).toEqual(['2028-02', '2028-02', '2028-03']);
  expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthLabel('2026-11')).toBe('November 2026');
});
