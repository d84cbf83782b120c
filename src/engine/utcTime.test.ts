import { expect, test } from 'vitest';
import { utcTime } from './utcTime.ts';

test.each([
  '1970-01-01',
  '1969-12-31',
  '2000-02-29',
  '2024-02-29T23:59:59.999Z',
  '2026-03-01T00:00:00Z',
  '2100-03-01',
  '9999-12-31T00:00:00.000Z',
])('%s is parsed like Date.parse', (text) => {
  expect(utcTime(text)).toBe(Date.parse(text));
});

test('every day of two centuries follows the previous one', () => {
  for (let time = Date.UTC(1950, 0, 1); time < Date.UTC(2150, 0, 1); time += 86_400_000) {
    expect(utcTime(new Date(time).toISOString().slice(0, 10))).toBe(time);
  }
});

test.each(['', '2026-03-01T00:00', '2026-03-01T00:00:00+01:00', 'tomorrow'])('%s is rejected', (text) => {
  expect(() => utcTime(text)).toThrow(RangeError);
});
