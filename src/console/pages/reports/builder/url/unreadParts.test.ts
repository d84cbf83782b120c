import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { readSearch, writeSearch } from './reportSearch.ts';
import { unreadParts } from './unreadParts.ts';

const viewer = buildViewer();
const unread = (raw: Record<string, unknown>) => unreadParts(raw, viewer, '2026-11-21');

test('a URL that the page itself wrote has no invalid parts', () => {
  const search = readSearch(
    {
      range: 'last30',
      dims: 'day,channel',
      metrics: 'rev',
      f: 'tag:in:3',
      having: 'rev:gt:1',
      compare: 'week',
      traffic: 'test',
      zone: '3',
    },
    viewer,
    '2026-11-21',
  );
  expect(unread(writeSearch(search))).toEqual([]);
  expect(unread({})).toEqual([]);
  expect(unread({ dims: 'none', name: 'x', chart: 'rev', sort: '-rev' })).toEqual([]);
});

test('each invalid part is named', () => {
  expect(
    unread({
      dims: 'day,colour',
      metrics: 'rev,luck',
      interval: 'year',
      pivot: 'shape',
      f: ['channel:in:3', 'channel'],
      having: 'luck:gt:1',
      compare: 'later',
      zone: '99',
      view: 'pie',
      top: '7',
      limit: '3',
      from: '2026-02-30',
      range: 'soon',
    }),
  ).toEqual([
    'Unknown dimension “colour”, or no access to it',
    'Unknown metric “luck”, or no access to it',
    'Unknown time unit “year”',
    'Unknown dimension “shape” for columns',
    'Filter “channel” is not valid',
    'Metric filter “luck:gt:1” is not valid',
    'Unknown comparison “later”',
    'Time zone “99” is not valid: use hours from UTC, −12 to 12',
    'Unknown chart type “pie”',
    'Number of series “7” is not valid',
    'Row limit “3” is not valid',
    'Date range “2026-02-30” to “” is not valid',
    'Unknown date range “soon”',
  ]);
});

test('a part that another role may see counts as unknown', () => {
  expect(unreadParts({ metrics: 'rev,cost' }, buildViewer({ role: 'sub' }), '2026-11-21')).toEqual([
    'Unknown metric “rev”, or no access to it',
  ]);
});
