import { expect, test } from 'vitest';
import { rangeOf } from '../../ui/date/dateRange.ts';
import { daysOf } from './listPeriods.ts';
import { periods } from './listSearch.ts';

test.each(periods.map(({ value }) => value))('%s covers the same days as in the date pickers of reports', (period) => {
  for (const today of ['2026-11-21', '2026-03-01', '2024-03-01', '2026-01-01']) {
    const { from, to } = rangeOf(period, today);
    expect(daysOf(period, today)).toEqual({ from, to });
  }
});
