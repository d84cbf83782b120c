import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { breakDown, daysOf, leaveOut, narrowTo, nextDimensions } from './drillDown.ts';
import { readSearch } from '../url/reportSearch.ts';

const viewer = buildViewer();
const read = (raw: Record<string, unknown>) => readSearch(raw, viewer, '2026-11-21');
const search = read({ dims: 'day,channel', f: ['channel:in:7,8', 'site:contains:news'], sort: '-imps' });
const row = { day: '2026-11-19', channel: 7, channel_name: 'Seven', imps: 3 };

test('a value replaces the filter on its dimension; other filters stay', () => {
  expect(narrowTo(search, row, 'channel')).toEqual({
    filters: [
      { dim: 'site', op: 'contains', values: ['news'] },
      { dim: 'channel', op: 'in', values: ['7'] },
    ],
  });
});

test('a time value narrows the date range, never beyond that of the report', () => {
  expect(narrowTo(search, row, 'day')).toEqual({ range: { preset: 'custom', from: '2026-11-19', to: '2026-11-19' } });
  expect(narrowTo(search, { week: '2026-11-16' }, 'week')?.range).toMatchObject({
    from: '2026-11-16',
    to: '2026-11-21',
  });
  expect(narrowTo(search, { month: '2026-11' }, 'month')?.range).toMatchObject({
    from: '2026-11-15',
    to: '2026-11-21',
  });
});

test('the dates of a time value', () => {
  expect(daysOf('hour', '2026-11-19 13:00')).toEqual({ from: '2026-11-19', to: '2026-11-19' });
  expect(daysOf('month', '2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOf('quarter', '2026-Q4')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(daysOf('quarter', '2026-04')).toEqual({ from: '2026-04-01', to: '2026-06-30' });
  expect(daysOf('day', 'nonsense')).toBeNull();
});

test('excluded values share one filter', () => {
  const once = leaveOut(search, row, 'channel');
  const twice = leaveOut({ ...search, ...once }, { ...row, channel: 8 }, 'channel');
  expect(twice?.filters?.at(-1)).toEqual({ dim: 'channel', op: 'not_in', values: ['7', '8'] });
  expect(twice?.filters).toHaveLength(3);
  expect(leaveOut(search, row, 'day')).toBeNull();
});

test('a break-down replaces the dimension with the next one', () => {
  const part = breakDown(search, row, 'channel', 'tag');
  expect(part).toMatchObject({ dims: ['day', 'tag'], sort: null });
  expect(part?.filters?.at(-1)).toEqual({ dim: 'channel', op: 'in', values: ['7'] });
  expect(breakDown(search, row, 'day', 'hour')).toMatchObject({ dims: ['hour', 'channel'] });
});

test('the next dimensions are those that the report does not have', () => {
  const keys = nextDimensions(search, 'channel', viewer).map(({ key }) => key);
  expect(keys).toContain('tag');
  expect(keys).not.toContain('day');
  expect(keys).not.toContain('channel');
});
