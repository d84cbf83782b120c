import { expect, test } from 'vitest';
import { rangeLabel, rangeOf } from './dateRange.ts';

const ends = (preset: Parameters<typeof rangeOf>[0], today: string) => {
  const { from, to } = rangeOf(preset, today);
  return `${from} ${to}`;
};

test('presets end today or before and include both ends', () => {
  expect(ends('today', '2026-03-10')).toBe('2026-03-10 2026-03-10');
  expect(ends('yesterday', '2026-03-01')).toBe('2026-02-28 2026-02-28');
  expect(ends('last7', '2026-03-03')).toBe('2026-02-25 2026-03-03');
  expect(ends('last14', '2026-03-14')).toBe('2026-03-01 2026-03-14');
  expect(ends('last30', '2026-03-30')).toBe('2026-03-01 2026-03-30');
  expect(ends('monthToDate', '2026-03-10')).toBe('2026-03-01 2026-03-10');
  expect(ends('lastMonth', '2026-03-31')).toBe('2026-02-01 2026-02-28');
  expect(ends('lastMonth', '2026-01-05')).toBe('2025-12-01 2025-12-31');
  expect(ends('quarterToDate', '2026-06-30')).toBe('2026-04-01 2026-06-30');
});

test('weeks start on Monday', () => {
  expect(ends('weekToDate', '2026-03-01')).toBe('2026-02-23 2026-03-01');
  expect(ends('lastWeek', '2026-03-10')).toBe('2026-03-02 2026-03-08');
});

test('a custom range is labeled by its ends', () => {
  expect(rangeLabel({ preset: 'custom', from: '2026-03-01', to: '2026-03-05' })).toBe('2026-03-01 – 2026-03-05');
  expect(rangeLabel({ preset: 'custom', from: '2026-03-01', to: '2026-03-01' })).toBe('2026-03-01');
  expect(rangeLabel(rangeOf('last7', '2026-03-03'))).toBe('Last 7 days');
});
