import { describe, expect, test } from 'vitest';
import { normalizeReport } from './normalizeReport.ts';
import type { ReportBody } from './reportBody.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';

const buildBody = (overrides: Partial<ReportBody> = {}): ReportBody => ({
  startDate: '2026-11-01',
  endDate: '2026-11-21',
  metrics: ['reqs'],
  ...overrides,
});

function faultsOf(body: unknown, viewer = buildViewer()): string[] {
  const result = normalizeReport(body, viewer);
  return result.ok ? [] : result.faults.map(({ code, path }) => `${path}: ${code}`);
}

describe('normalizeReport', () => {
  test('accepts the minimal body, with the zone of the user', () => {
    const body = { startDate: '2026-11-01', endDate: '2026-11-21', metrics: ['systemCost'], limit: 1 };
    expect(normalizeReport(body, buildViewer({ timezone: 3 }))).toEqual({
      ok: true,
      request: {
        startDate: '2026-11-01',
        endDate: '2026-11-21',
        offset: 3,
        dimensions: [],
        metrics: ['systemCost'],
        filters: [],
        having: [],
        sort: [],
        limit: 1,
        hideZero: false,
        traffic: 'live',
      },
    });
  });

  test('an interval becomes the first dimension, and time sorts ascending', () => {
    const result = normalizeReport(buildBody({ interval: 'day', dimensions: ['channel'] }), buildViewer());
    expect(result).toMatchObject({
      request: { dimensions: ['day', 'channel'], sort: [{ key: 'day', dir: 'asc' }] },
    });
  });

  test('without time, rows are sorted by the first metric', () => {
    const result = normalizeReport(buildBody({ dimensions: ['channel'], metrics: ['rev', 'imps'] }), buildViewer());
    expect(result).toMatchObject({ request: { sort: [{ key: 'rev', dir: 'desc' }] } });
  });

  test('no limit in a request is the default limit, null is as many rows as a response can have', () => {
    expect(normalizeReport(buildBody({}), buildViewer())).toMatchObject({ request: { limit: 10_000 } });
    expect(normalizeReport(buildBody({ limit: null }), buildViewer())).toMatchObject({ request: { limit: 100_000 } });
  });

  test('reports every fault with its path', () => {
    expect(
      faultsOf(
        buildBody({
          startDate: '2026-11-22',
          dimensions: ['day', 'nonsense'],
          metrics: ['imps', 'constructor'],
          filters: [
            { dim: 'channel', op: 'contains', values: ['a'] },
            { dim: 'day', op: 'in', values: ['2026-11-01'] },
            { dim: 'tag', op: 'in', values: [1, 'x', -1, ''] },
            { dim: 'environment', op: 'in', values: ['ctv', 'radio'] },
          ],
          sort: [{ key: 'rev', dir: 'asc' }],
        }),
      ),
    ).toEqual([
      'endDate: bad_range',
      'dimensions.1: unknown_dimension',
      'metrics.1: unknown_metric',
      'filters.0.op: bad_op',
      'filters.1.dim: not_filterable',
      'filters.2.values.1: bad_value',
      'filters.2.values.2: bad_value',
      'filters.2.values.3: bad_value',
      'filters.3.values.1: unknown_value',
      'sort.0.key: not_a_column',
    ]);
  });

  test('reports every fault of conditions, comparisons and times', () => {
    expect(
      faultsOf(
        buildBody({
          startTime: '10:00',
          endTime: '09:00',
          endDate: '2026-11-01',
          having: [
            { metric: 'nonsense', op: 'gt', value: 1 },
            { metric: 'reqs.change', op: 'gt', value: 1 },
            { metric: 'rev', op: 'gt', value: 1e20 },
          ],
          sort: [{ key: 'reqs.before', dir: 'asc' }],
        }),
      ),
    ).toEqual([
      'endTime: bad_range',
      'having.0.metric: unknown_metric',
      'having.1.metric: not_compared',
      'having.2.value: bad_value',
      'sort.0.key: not_a_column',
    ]);
    const overlapping = buildBody({ compare: { to: 'custom', startDate: '2026-10-20' } });
    expect(faultsOf(overlapping)).toEqual(['compare.startDate: bad_range']);
  });

  test('bounds of money are exact nano-dollars', () => {
    const having = [
      { metric: 'rev', op: 'gt' as const, value: '9007199.254740993' },
      { metric: 'ecpm', op: 'lte' as const, value: 0.1 },
      { metric: 'fill', op: 'eq' as const, value: '0.5' },
    ];
    expect(normalizeReport(buildBody({ having }), buildViewer())).toMatchObject({
      request: { having: [{ value: '9007199254740993' }, { value: '100000000' }, { value: 0.5 }] },
    });
  });

  test.each([
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startTime: '24:01' }, 'startTime'],
    [{ compare: { to: 'never' } as never }, 'compare.to'],
    [{ having: [{ metric: 'reqs', op: 'gt', value: 'many' }] }, 'having.0.value'],
    [{ startDate: '01.11.2026' }, 'startDate'],
    [{ startDate: '1970-01-01' }, 'startDate'],
    [{ offset: 13 }, 'offset'],
    [{ offset: 5.5 }, 'offset'],
    [{ metrics: [] }, 'metrics'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 100_001 }, 'limit'],
    [{ dimensions: Array.from({ length: 9 }, () => 'day') }, 'dimensions'],
    [{ groups: [] }, 'groups'],
    [{ startDate: '2020-01-01' }, 'endDate'],
  ])('refuses %j', (overrides, path) => {
    const result = normalizeReport({ ...buildBody(), ...overrides }, buildViewer());
    expect(result.ok ? [] : result.faults.map((fault) => fault.path)).toEqual([path]);
  });

  test.each([[null], ['text'], [[]], [{}], [{ ...buildBody(), metrics: 'reqs' }]])('refuses the body %j', (body) => {
    expect(faultsOf(body)).not.toEqual([]);
  });

  test('partners see only their own subset', () => {
    const sub = buildViewer({ role: 'sub', subpublisherIds: [5] });
    expect(faultsOf(buildBody({ metrics: ['cost', 'rev', 'profit', 'margin', 'systemCost', 'ecpm'] }), sub)).toEqual([
      'metrics.1: unknown_metric',
      'metrics.2: unknown_metric',
      'metrics.3: unknown_metric',
      'metrics.4: unknown_metric',
      'metrics.5: unknown_metric',
    ]);
    expect(faultsOf(buildBody({ filters: [{ dim: 'tag', op: 'in', values: [1] }] }), sub)).toEqual([
      'filters.0.dim: unknown_dimension',
    ]);
    const adv = buildViewer({ role: 'adv', advertiserIds: [6] });
    expect(faultsOf(buildBody({ dimensions: ['tag', 'channel'], metrics: ['rev', 'cost'] }), adv)).toEqual([
      'dimensions.1: unknown_dimension',
      'metrics.1: unknown_metric',
    ]);
  });

  test('[HELP-03] the system cost is refused by name when it is not enabled', () => {
    const closed = buildViewer({ role: 'finance', showSystemCost: false });
    expect(normalizeReport(buildBody({ metrics: ['rev', 'systemCost'] }), closed)).toEqual({
      ok: false,
      faults: [{ code: 'unknown_metric', message: 'Unknown metric “systemCost”', path: 'metrics.1' }],
    });
    expect(faultsOf(buildBody({ metrics: ['profit'] }), closed)).toEqual([]);
  });

  test('accounts are a dimension only for admins', () => {
    expect(faultsOf(buildBody({ dimensions: ['account'] }))).toEqual(['dimensions.0: unknown_dimension']);
    expect(faultsOf(buildBody({ dimensions: ['account'] }), buildViewer({ role: 'admin', demandId: null }))).toEqual(
      [],
    );
  });

  test('roles without reports are refused', () => {
    expect(faultsOf(buildBody(), buildViewer({ role: 'sdk' }))).toEqual([': not_allowed']);
  });
});
