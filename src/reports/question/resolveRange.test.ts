import { describe, expect, test } from 'vitest';
import { reportRanges } from './request.ts';
import { resolveRange } from './resolveRange.ts';

/** A Saturday. */
const now = Date.UTC(2026, 10, 21, 22, 41, 30);

describe('a named range', () => {
  test('of days ends with today, in the zone of the report', () => {
    expect(resolveRange('last7', now, 0)).toEqual({ startDate: '2026-11-15', endDate: '2026-11-21' });
    expect(resolveRange('today', now, 2)).toEqual({ startDate: '2026-11-22', endDate: '2026-11-22' });
    expect(resolveRange('lastWeek', now, 0)).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' });
    expect(resolveRange('lastMonth', now, 0)).toEqual({ startDate: '2026-10-01', endDate: '2026-10-31' });
    expect(resolveRange('quarterToDate', now, 0)).toEqual({ startDate: '2026-10-01', endDate: '2026-11-21' });
  });

  test('of minutes ends with the current minute, of hours with the current hour', () => {
    expect(resolveRange('last15Minutes', now, 0)).toEqual({
      startDate: '2026-11-21',
      endDate: '2026-11-21',
      startTime: '22:27',
      endTime: '22:42',
    });
    expect(resolveRange('last24Hours', now, 0)).toEqual({
      startDate: '2026-11-20',
      endDate: '2026-11-21',
      startTime: '23:00',
      endTime: '23:00',
    });
  });

  test('that ends at midnight ends on the day before, and whole days have no times', () => {
    expect(resolveRange('last24Hours', now, 1)).toEqual({ startDate: '2026-11-21', endDate: '2026-11-21' });
    expect(resolveRange('last15Minutes', Date.UTC(2026, 10, 22, 0, 4), 0)).toEqual({
      startDate: '2026-11-21',
      endDate: '2026-11-22',
      startTime: '23:50',
      endTime: '00:05',
    });
  });

  test('exists for every name', () => {
    for (const range of reportRanges) {
      const { startDate, endDate } = resolveRange(range, now, -12);
      expect(startDate <= endDate, range).toBe(true);
    }
  });
});
