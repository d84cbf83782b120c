import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { readSearch, writeSearch } from './reportSearch.ts';
import { unreadParts } from './unreadParts.ts';

const viewer = buildViewer();
const unread = (raw: Record<string, unknown>) => unreadParts(raw, viewer, '2026-11-21');

test('an address that the page itself wrote has nothing that cannot be read', () => {
  const search = readSearch(
    {
      range: 'last30',
      dims: 'day,channel',
      metrics: 'rev',
      f: 'tag:in:3',
      having: 'rev:gt:1',
      compare: 'week',
      zone: '3',
    },
    viewer,
    '2026-11-21',
  );
  expect(unread(writeSearch(search))).toEqual([]);
  expect(unread({})).toEqual([]);
  expect(unread({ dims: 'none', name: 'x', chart: 'rev', sort: '-rev' })).toEqual([]);
});

test('each part that cannot be read is named', () => {
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
    'There is no dimension “colour” for you',
    'There is no metric “luck” for you',
    'There is no interval “year”',
    'There is no dimension “shape” for columns',
    'The filter “channel” cannot be read',
    'The condition “luck:gt:1” cannot be read',
    '“later” is nothing to compare with',
    '“99” is no zone: hours from UTC, −12 to 12',
    'There is no chart “pie”',
    '“7” is no number of series',
    '“3” is no limit of rows',
    'The days from “2026-02-30” to “” are no range',
    'There is no range called “soon”',
  ]);
});

test('what another role may not see counts as not there', () => {
  expect(unreadParts({ metrics: 'rev,cost' }, buildViewer({ role: 'sub' }), '2026-11-21')).toEqual([
    'There is no metric “rev” for you',
  ]);
});
