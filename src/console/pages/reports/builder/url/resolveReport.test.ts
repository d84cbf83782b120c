import { describe, expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import type { ReportViewer } from '#reports/index.ts';
import { readSearch } from './reportSearch.ts';
import { resolveReport } from './resolveReport.ts';

const viewer: ReportViewer = buildViewer({ timezone: 3 });
const resolve = (raw: Record<string, unknown>) => resolveReport(readSearch(raw, viewer, '2026-11-21'), viewer);

describe('resolveReport', () => {
  test('uses the time zone of the user', () => {
    expect(resolve({}).body).toMatchObject({ startDate: '2026-11-15', endDate: '2026-11-21', offset: 3 });
  });

  test('omits and names the parts that cannot be combined with the demand side', () => {
    const { body, omissions } = resolve({ dims: 'tag', metrics: 'calls,imps', sort: '-calls' });
    expect(body).toMatchObject({ metrics: ['imps'], sort: [] });
    expect(omissions).toEqual(['Calls was removed: counted per channel request, not per tag']);
  });

  test('always has a metric', () => {
    expect(resolve({ dims: 'tag,site,reason', metrics: 'fill' }).body).toMatchObject({
      dimensions: ['tag', 'site'],
      metrics: ['imps'],
    });
  });

  test('about test requests omits vendor results, and offers live traffic', () => {
    const { body, omissions, fixes } = resolve({ traffic: 'test', metrics: 'imps,results' });
    expect(body).toMatchObject({ traffic: 'test', metrics: ['imps'] });
    expect(omissions).toEqual([expect.stringContaining('vendor results are not available for test requests')]);
    expect(fixes).toEqual([{ label: 'Show live traffic', part: { traffic: 'live' } }]);
  });

  test('hiding errors omits their columns, and the rows of error codes and failed calls', () => {
    expect(resolve({ dims: 'tag', metrics: 'imps,errors,error_rate,timeouts', errors: 'hide' }).body).toMatchObject({
      metrics: ['imps'],
      filters: [],
    });
    expect(resolve({ dims: 'error_code', metrics: 'errors', errors: 'hide' }).body).toMatchObject({
      metrics: ['imps'],
      filters: [{ dim: 'error_code', op: 'in', values: [0] }],
    });
    const demand = resolve({ dims: 'tag,reason', metrics: 'candidates', f: ['tag:in:3'], errors: 'hide' }).body;
    expect(demand.filters?.map(({ dim }) => dim)).toEqual(['reason', 'tag']);
    expect(demand.filters?.[0]?.values).toContain('http_error');
    // A supply report stays one.
    const supply = resolve({ dims: 'reason', metrics: 'calls', errors: 'hide' });
    expect(supply.plan.side).toBe('supply');
    expect(supply.body.filters).toEqual([{ dim: 'reason', op: 'not_in', values: ['bad_request', 'overload'] }]);
  });

  test('only the invalid filter is omitted', () => {
    const { body, omissions } = resolve({ f: ['channel:contains:a', 'channel:in:3', 'account:in:2'] });
    expect(body.filters).toEqual([{ dim: 'channel', op: 'in', values: ['3'] }]);
    expect(omissions).toHaveLength(2);
  });

  test('rows can be sorted by a change or a difference only when compared', () => {
    const sorted = (raw: Record<string, unknown>) => resolve({ dims: 'channel', metrics: 'rev', ...raw }).body.sort;
    expect(sorted({ compare: 'week', sort: '-rev.change' })).toEqual([{ key: 'rev.change', dir: 'desc' }]);
    expect(sorted({ compare: 'week', sort: 'rev.diff' })).toEqual([{ key: 'rev.diff', dir: 'asc' }]);
    expect(sorted({ sort: '-rev.change' })).toBeUndefined();
  });

  test('an overlapping comparison, and a metric filter on an uncompared column, are omitted and named', () => {
    const { body, omissions } = resolve({
      dims: 'channel',
      compare: '2026-11-14',
      having: ['rev.change:gt:0', 'rev:gt:1'],
    });
    expect(body.compare).toBeUndefined();
    expect(body.having).toEqual([{ metric: 'rev', op: 'gt', value: '1' }]);
    expect(omissions).toEqual([
      'The comparison was removed: its dates overlap those of the report',
      'A metric filter was removed: The report has no comparison',
    ]);
  });

  test('metric filters that tags lack are omitted with their metrics', () => {
    const { body, omissions } = resolve({ dims: 'tag', metrics: 'imps', having: ['calls:gt:1'] });
    expect(body.having).toEqual([]);
    expect(omissions).toEqual(['A metric filter was removed: its metric is not available with this selection']);
  });

  test.each([
    { raw: { dims: 'day', pivot: 'channel' }, fix: 'Add channel', part: { dims: ['day', 'channel'] } },
    { raw: { dims: 'channel', pivot: 'channel' }, fix: 'Remove columns', part: { pivot: null } },
    { raw: { compare: '2026-11-14' }, fix: 'Compare with previous period', part: { compare: { to: 'previous' } } },
    { raw: { f: ['channel:contains:a'] }, fix: 'Delete filter', part: { filters: [] } },
    { raw: { having: ['rev.change:gt:0'] }, fix: 'Delete metric filter', part: { having: [] } },
    { raw: { dims: 'tag', metrics: 'imps,calls' }, fix: 'Remove Tag to see Calls', part: { dims: [] } },
  ])('$fix: an omitted part has a fix, after which nothing is omitted', ({ raw, fix, part }) => {
    const { fixes } = resolve(raw);
    expect(fixes).toMatchObject([{ label: fix, part }]);
    const search = { ...readSearch(raw, viewer, '2026-11-21'), ...fixes[0]?.part };
    expect(resolveReport(search, viewer)).toMatchObject({ omissions: [], fixes: [] });
  });

  test('a dimension is in columns only beside another one for the rows', () => {
    expect(resolve({ dims: 'day,channel', pivot: 'channel' }).pivot).toBe('channel');
    const alone = resolve({ dims: 'channel', pivot: 'channel' });
    expect(alone.pivot).toBeNull();
    expect(alone.omissions).toEqual(['Channel cannot be used for columns: the rows need another dimension']);
  });
});
