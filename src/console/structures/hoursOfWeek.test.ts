import { expect, test } from 'vitest';
import { hoursFromTo, movedHour, presets, textOfHours, withHours } from './hoursOfWeek.ts';

test('selected hours are sorted and unique', () => {
  expect(withHours([5, 1], [3, 1], true)).toEqual([1, 3, 5]);
  expect(withHours([5, 1], [1, 2], false)).toEqual([5]);
});

test.each([
  [30, 'ArrowRight', 31],
  [47, 'ArrowRight', 47],
  [24, 'ArrowLeft', 24],
  [30, 'ArrowDown', 54],
  [150, 'ArrowDown', 150],
  [3, 'ArrowUp', 3],
  [30, 'Home', 24],
  [30, 'End', 47],
  [30, 'a', null],
])('from hour %i, %s moves to %s', (hour, key, next) => {
  expect(movedHour(hour, key)).toBe(next);
});

test('a move within a day includes all hours between, a move to another day none', () => {
  expect(hoursFromTo(30, 33)).toEqual([30, 31, 32, 33]);
  expect(hoursFromTo(26, 24)).toEqual([24, 25, 26]);
  expect(hoursFromTo(30, 54)).toEqual([30, 54]);
});

test('presets are hours of the week', () => {
  expect(presets.map(({ label, hours }) => [label, hours.length])).toEqual([
    ['Always', 0],
    ['Workdays', 120],
    ['Office hours', 45],
    ['Evenings', 42],
    ['Weekend', 48],
  ]);
  expect(Math.max(...presets.flatMap(({ hours }) => hours))).toBe(167);
});

test('no hours and all hours both mean always', () => {
  expect(textOfHours([])).toContain('at all times');
  expect(textOfHours(Array.from({ length: 168 }, (_, hour) => hour))).toContain('at all times');
  expect(textOfHours([1, 2])).toContain('2 of 168');
});
