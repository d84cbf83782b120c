import { describe, expect, test } from 'vitest';
import { dayFromNumber } from '#model/calendarDay.ts';
import { addDays, dayAt, dayNumber, daysBetween, hourAt, startOfWeek, zoneLabel } from './calendar.ts';

describe('calendar', () => {
  test('agrees with the engine’s calendar on every day of two centuries', () => {
    for (let number = -36_524; number < 47_482; number += 1) {
      const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
      expect(dayFromNumber(number)).toBe(day);
      expect(dayNumber(day)).toBe(number);
    }
  });

  test('adds days over leap days and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-11-01', '2026-11-30')).toBe(30);
  });

  test('weeks start on Monday', () => {
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16');
    expect(startOfWeek('2026-11-16')).toBe('2026-11-16');
  });

  test('returns day and hour at an offset', () => {
    const instant = Date.UTC(2026, 10, 21, 22, 30);
    expect([dayAt(instant, 3), hourAt(instant, 3)]).toEqual(['2026-11-22', 1]);
    expect([dayAt(instant, -12), hourAt(instant, -12)]).toEqual(['2026-11-21', 10]);
  });

  test('names a zone', () => {
    expect([zoneLabel(0), zoneLabel(3), zoneLabel(-5)]).toEqual(['UTC', 'UTC+3', 'UTC−5']);
  });
});
