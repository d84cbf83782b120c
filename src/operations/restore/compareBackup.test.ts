import { expect, test } from 'vitest';
import type { TableOfFacts } from '#storage/backup/manifest.ts';
import { differencesOf } from './compareBackup.ts';

test('figures that differ are named with their table, day and both values', () => {
  const expected = [
    { day: '2026-03-09', figures: { backup_rows: '2', sum_imps: '5' } },
    { day: '2026-03-10', figures: { backup_rows: '1', sum_imps: '1' } },
  ];
  expect(differencesOf('hourly', expected, expected)).toEqual([]);
  const found: TableOfFacts['figures'] = [
    { day: '2026-03-09', figures: { backup_rows: '2', sum_imps: '4' } },
    { day: '2026-03-11', figures: { backup_rows: '7' } },
  ];
  expect(differencesOf('hourly', expected, found)).toEqual([
    'hourly 2026-03-09: sum_imps is 4 instead of 5',
    'hourly 2026-03-10: backup_rows is 0 instead of 1',
    'hourly 2026-03-10: sum_imps is 0 instead of 1',
    'hourly 2026-03-11: backup_rows is 7 instead of 0',
  ]);
});
