import { expect, test } from 'vitest';
import { pageSizes, timezones } from './listOptions.ts';

test('[REF-05] the time zones are the 25 whole hours from UTC-12 to UTC+12', () => {
  expect(timezones.map(({ value }) => value)).toEqual([
    -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  const labels = timezones.map(({ label }) => label);
  expect([labels[0], labels[7], labels[12], labels[13], labels[24]]).toEqual([
    'UTC-12',
    'UTC-5',
    'UTC',
    'UTC+1',
    'UTC+12',
  ]);
});

test('[REF-08] lists offer pages of 10, 20, 50 and 100 rows', () => {
  expect(pageSizes).toEqual([10, 20, 50, 100]);
});
