import { describe, expect, test } from 'vitest';
import { comparedRange, type ComparedTo } from './compareRanges.ts';

describe('comparedRange', () => {
  test.each<[string, string, ComparedTo, object | null]>([
    ['2026-11-21', '2026-11-21', { to: 'previous' }, { startDate: '2026-11-20', endDate: '2026-11-20' }],
    ['2026-11-08', '2026-11-21', { to: 'previous' }, { startDate: '2026-10-25', endDate: '2026-11-07' }],
    ['2026-03-01', '2026-03-31', { to: 'previous' }, { startDate: '2026-02-01', endDate: '2026-02-28' }],
    ['2026-01-01', '2026-03-31', { to: 'previous' }, { startDate: '2025-10-01', endDate: '2025-12-31' }],
    ['2026-11-21', '2026-11-21', { to: 'week' }, { startDate: '2026-11-14', endDate: '2026-11-14' }],
    ['2026-11-14', '2026-11-21', { to: 'week' }, { startDate: '2026-10-31', endDate: '2026-11-07' }],
    [
      '2026-11-20',
      '2026-11-21',
      { to: 'custom', startDate: '2025-11-20' },
      { startDate: '2025-11-20', endDate: '2025-11-21' },
    ],
    [
      '2026-11-20',
      '2026-11-21',
      { to: 'custom', startDate: '2026-11-18' },
      { startDate: '2026-11-18', endDate: '2026-11-19' },
    ],
    ['2026-11-20', '2026-11-21', { to: 'custom', startDate: '2026-11-19' }, null],
    ['2026-11-20', '2026-11-21', { to: 'custom', startDate: '2026-12-01' }, null],
  ])('%s to %s against %o', (startDate, endDate, compared, expected) => {
    const range = comparedRange(startDate, endDate, compared);
    if (expected === null) expect(range).toBeNull();
    else expect(range).toMatchObject(expected);
  });

  test('whole months are compared with whole months, other ranges with as many days', () => {
    expect(comparedRange('2026-03-01', '2026-03-31', { to: 'previous' })?.shift).toEqual({ unit: 'month', count: 1 });
    expect(comparedRange('2026-03-01', '2026-03-30', { to: 'previous' })?.shift).toEqual({ unit: 'day', count: 30 });
  });
});
