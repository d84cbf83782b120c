import { expect, test } from 'vitest';
import { addDays, addMonths, addMonthsToDay, mondayOf, normalizeDate, formatDay, weeksOf } from './calendarMonth.ts';

test('adding days and months crosses the ends of months, years and February', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addMonths('2026-11', 3)).toBe('2027-02');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonthsToDay('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonthsToDay('2024-02-29', 12)).toBe('2025-02-28');
});

test('a month is shown as six whole weeks from Monday', () => {
  expect(mondayOf('2026-03-01')).toBe('2026-02-23');
  const weeks = weeksOf('2026-03');
  expect(weeks).toHaveLength(6);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks[0]?.[0]).toBe('2026-02-23');
  expect(weeks[0]?.[6]).toBe('2026-03-01');
  expect(weeks.flat()).toContain('2026-03-31');
});

test('a date is parsed in the forms that people write and paste', () => {
  expect(normalizeDate(' 2026-03-05 ')).toBe('2026-03-05');
  expect(normalizeDate('2026/3/5')).toBe('2026-03-05');
  expect(normalizeDate('20260305')).toBe('2026-03-05');
  expect(normalizeDate('2026-03-05T23:59:59.000+03:00')).toBe('2026-03-05');
  expect(normalizeDate('2026-03-05 10:00')).toBe('2026-03-05');
  expect(normalizeDate('')).toBe('');
});

test('a day that the calendar lacks is not a date', () => {
  for (const text of ['2026-02-30', '2025-02-29', '2026-13-01', '05.03.2026', '2026-03', '2026135', 'soon'])
    expect(normalizeDate(text)).toBeNull();
});

test('a day is formatted in full', () => {
  expect(formatDay('2026-03-05')).toMatch(/Thursday,? 5 March 2026/);
});
