import { expect, test } from 'vitest';
import { dayIn, instantOf, minuteIn, monthStartIn, offsetLabel } from './offsetTime.ts';

const newYear = Date.UTC(2026, 0, 1, 1, 5);

test('an offset is labeled UTC with its hours', () => {
  expect([0, 3, -5, 12].map(offsetLabel)).toEqual(['UTC', 'UTC+3', 'UTC-5', 'UTC+12']);
});

test('the day, the minute and the month follow the offset', () => {
  expect(dayIn(newYear, 0)).toBe('2026-01-01');
  expect(dayIn(newYear, -2)).toBe('2025-12-31');
  expect(minuteIn(newYear, 12)).toBe('2026-01-01T13:05');
  expect(monthStartIn(newYear, -2)).toBe('2025-12-01');
});

test('a wall clock converts back to its instant', () => {
  for (const offset of [-12, -5, 0, 3, 12]) expect(instantOf(minuteIn(newYear, offset), offset)).toBe(newYear);
});

test('a day alone means its midnight in the offset', () => {
  expect(instantOf('2026-03-01', 3)).toBe(Date.UTC(2026, 1, 28, 21));
});

test('an invalid date is null', () => {
  expect(instantOf('2026-02-31', 0)).toBeNull();
  expect(instantOf('yesterday', 0)).toBeNull();
  expect(instantOf('2026-03-01T25:00', 0)).toBeNull();
});
