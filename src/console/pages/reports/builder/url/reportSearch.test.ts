import { describe, expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { defaultMetrics, readSearch, writeSearch } from './reportSearch.ts';

const today = '2026-11-21';
const read = (raw: Record<string, unknown>) => readSearch(raw, buildViewer(), today);

describe('the URL of a report', () => {
  test('without parameters is the last seven days by day', () => {
    expect(read({})).toEqual({
      range: { preset: 'last7', from: '2026-11-15', to: '2026-11-21' },
      dims: ['day'],
      metrics: defaultMetrics,
      filters: [],
      having: [],
      compare: null,
      pivot: null,
      zone: null,
      sort: null,
      limit: 1000,
      traffic: 'live',
      hideZero: false,
      hideErrors: false,
      view: 'auto',
      chart: null,
      top: 8,
      title: null,
    });
  });

  test('round-trips', () => {
    const search = read({
      from: '2026-01-01',
      to: '2026-01-31',
      dims: 'hour,site',
      metrics: 'rev,imps',
      f: ['site:contains:a%2Cb,c', 'channel:not_in:3'],
      sort: '-rev',
      traffic: 'test',
      limit: '100',
      zero: 'hide',
      errors: 'hide',
      having: ['fill:lt:0.05', 'rev:gte:10'],
      compare: '2025-01-01',
      pivot: 'site',
      zone: '-5',
      view: 'area',
      chart: 'rev',
      top: '15',
      name: 'Sites of November',
    });
    expect(search.filters).toEqual([
      { dim: 'site', op: 'contains', values: ['a,b', 'c'] },
      { dim: 'channel', op: 'not_in', values: ['3'] },
    ]);
    expect(search).toMatchObject({
      having: [
        { metric: 'fill', op: 'lt', value: '0.05' },
        { metric: 'rev', op: 'gte', value: '10' },
      ],
      compare: { to: 'custom', startDate: '2025-01-01' },
      pivot: 'site',
      zone: -5,
      traffic: 'test',
      view: 'area',
      top: 15,
    });
    expect(read(writeSearch(search))).toEqual(search);
  });

  test('puts an interval before the dimensions, in place of another time unit', () => {
    expect(read({ interval: 'hour' }).dims).toEqual(['hour']);
    expect(read({ interval: 'week', dims: 'channel,day' }).dims).toEqual(['week', 'channel']);
    expect(read({ interval: 'channel', dims: 'tag' }).dims).toEqual(['tag']);
  });

  test('has a word for no dimension, because empty values are left out of URLs', () => {
    expect(writeSearch({ ...read({}), dims: [] })['dims']).toBe('none');
    expect(read({ dims: 'none' }).dims).toEqual([]);
  });

  test('omits defaults', () => {
    const { dims, range, sort, limit, zero, chart } = writeSearch(read({}));
    expect([dims, range, sort, limit, zero, chart]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    { dims: 'nonsense,account', metrics: 'constructor', f: 'x', sort: '', limit: '-1', range: 'custom' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2000-01-01', to: '2026-03-01' },
    { range: 'toString' },
    { having: ['rev:over:1', 'nonsense:gt:1', 'x'], compare: 'later', zone: '13', view: 'pie', top: '7', pivot: 'x' },
    { f: ['channel:in:%E0%A4%A'], dims: [3, {}] },
  ])('drops invalid values: %j', (raw) => {
    const search = read(raw);
    expect(search.range.preset).toBe('last7');
    expect(search.metrics).toEqual(defaultMetrics);
    expect(search.filters).toEqual([]);
    expect(search).toMatchObject({ having: [], compare: null, zone: null, view: 'auto', top: 8, pivot: null });
  });

  test('metrics may have the names that they had in earlier versions', () => {
    const raw = { metrics: 'imps,scan_rate', having: ['scan_fee:gt:1'], sort: '-scan_rate', chart: 'pb_view_told' };
    expect(readSearch(raw, buildViewer({ role: 'admin' }), today)).toMatchObject({
      metrics: ['imps', 'verification_rate'],
      having: [{ metric: 'verification_fee', op: 'gt', value: '1' }],
      sort: { key: 'verification_rate', dir: 'desc' },
      chart: 'pb_viewability_reported',
    });
  });

  test('of a partner has its own subset only', () => {
    const search = readSearch({ dims: 'tag,channel', metrics: 'rev,cost' }, buildViewer({ role: 'sub' }), today);
    expect([search.dims, search.metrics]).toEqual([['channel'], ['cost']]);
    expect(readSearch({}, buildViewer({ role: 'sub' }), today).metrics).toEqual([
      'reqs',
      'opps',
      'imps',
      'fill',
      'cost',
      'cpm_pub',
    ]);
  });
});

test('[HELP-01] a report can have no limit; the maximum of earlier versions means none', () => {
  expect(read({ limit: 'none' }).limit).toBeNull();
  expect(read({ limit: '100000' }).limit).toBeNull();
  expect(writeSearch(read({ limit: 'none' }))['limit']).toBe('none');
  expect(read({ limit: '7' }).limit).toBe(1000);
});
