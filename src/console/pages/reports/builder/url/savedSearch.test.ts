import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { readSearch } from './reportSearch.ts';
import { resolveReport } from './resolveReport.ts';
import { readSaved, searchOfSaved, viewOf } from './savedSearch.ts';

const viewer = buildViewer();
const request = {
  startDate: '2026-11-01',
  endDate: '2026-11-07',
  offset: 3,
  dimensions: ['channel', 'day'],
  metrics: ['imps', 'rev'],
  filters: [{ dim: 'channel', op: 'in', values: ['3', '4'] }],
  having: [{ metric: 'fill', op: 'lt', value: '0.05' }],
  compare: { to: 'week' },
  sort: [{ key: 'rev.change', dir: 'desc' }],
  limit: 100,
  hideZero: true,
};

function questionOf(saved: Record<string, unknown>) {
  const read = readSaved(saved, viewer);
  if (!read) throw new Error('not read');
  return resolveReport(readSearch(searchOfSaved(read, null), viewer, '2026-11-21'), viewer).body;
}

test('a saved request is restored unchanged', () => {
  expect(questionOf(request)).toEqual(request);
});

test('a saved request about test requests stays one, and others are live', () => {
  expect(questionOf({ ...request, traffic: 'test' })).toEqual({ ...request, traffic: 'test' });
  expect(questionOf({ ...request, traffic: 'live' })).toEqual(request);
});

test('a named range means its current dates', () => {
  expect(questionOf({ ...request, range: 'last7' })).toMatchObject({ startDate: '2026-11-15', endDate: '2026-11-21' });
});

test('requests of programs are read too: shorthand, no dimension, any limit', () => {
  const { startDate, endDate } = request;
  expect(questionOf({ startDate, endDate, metrics: ['imps'], interval: 'day' })).toMatchObject({
    dimensions: ['day'],
    limit: 10_000,
  });
  expect(questionOf({ startDate, endDate, metrics: ['imps'], limit: 7 })).toMatchObject({ dimensions: [], limit: 100 });
});

test('a request that the user may no longer run is null', () => {
  expect(readSaved({ ...request, metrics: ['systemCost'] }, buildViewer({ showSystemCost: false }))).toBeNull();
  expect(readSaved({}, viewer)).toBeNull();
});

test('a saved report has its saved view', () => {
  const raw = { dims: 'day,channel', pivot: 'channel', view: 'area', chart: 'rev', top: '15' };
  const view = viewOf(readSearch(raw, viewer, '2026-11-21'));
  const read = readSaved({ ...request, dimensions: ['day', 'channel'] }, viewer);
  expect(read && readSearch(searchOfSaved(read, view), viewer, '2026-11-21')).toMatchObject({
    pivot: 'channel',
    view: 'area',
    chart: 'rev',
    top: 15,
  });
  expect(viewOf(readSearch({}, viewer, '2026-11-21'))).toEqual({});
});

test('a saved search includes times of day', () => {
  const times = { startTime: '09:00', endTime: '17:30' };
  expect(questionOf({ ...request, ...times })).toMatchObject(times);
});
