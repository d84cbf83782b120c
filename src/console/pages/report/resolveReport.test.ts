import { describe, expect, test } from 'vitest';
import { buildViewer } from '#reports/buildViewer.ts';
import type { ReportViewer } from '#reports/index.ts';
import { readSearch } from './reportSearch.ts';
import { couldShow, resolveReport } from './resolveReport.ts';

const viewer: ReportViewer = buildViewer({ timezone: 3 });
const resolve = (raw: Record<string, unknown>) => resolveReport(readSearch(raw, viewer, '2026-11-21'), viewer);

describe('resolveReport', () => {
  test('asks in the zone of the user', () => {
    expect(resolve({}).body).toMatchObject({ startDate: '2026-11-15', endDate: '2026-11-21', offset: 3 });
  });

  test('leaves out and names what cannot stand beside the demand side', () => {
    const { body, leftOut } = resolve({ dims: 'tag', metrics: 'calls,imps', sort: '-calls' });
    expect(body).toMatchObject({ metrics: ['imps'], sort: [] });
    expect(leftOut).toEqual(['Calls is left out: counted per request to a channel, not per tag']);
  });

  test('never asks for nothing', () => {
    expect(resolve({ dims: 'tag,site,reason', metrics: 'fill' }).body).toMatchObject({
      dimensions: ['tag', 'site'],
      metrics: ['imps'],
    });
  });

  test('hiding errors leaves out their columns, and the rows of error codes and failed calls', () => {
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
    // The rows of a supply report stay those of a supply report.
    const supply = resolve({ dims: 'reason', metrics: 'calls', errors: 'hide' });
    expect(supply.plan.side).toBe('supply');
    expect(supply.body.filters).toEqual([{ dim: 'reason', op: 'not_in', values: ['bad_request', 'overload'] }]);
  });

  test('a filter that makes no sense is left out alone', () => {
    const { body, leftOut } = resolve({ f: ['channel:contains:a', 'channel:in:3', 'account:in:2'] });
    expect(body.filters).toEqual([{ dim: 'channel', op: 'in', values: ['3'] }]);
    expect(leftOut).toHaveLength(2);
  });

  test('metrics of tags alone stay on offer in a supply report, those of requests not beside tags', () => {
    expect(couldShow('candidates', resolve({}).plan)).toBe(true);
    expect(couldShow('calls', resolve({ dims: 'tag', metrics: 'imps' }).plan)).toBe(false);
    expect(couldShow('reqs', resolve({ dims: 'tag,site', metrics: 'imps' }).plan)).toBe(false);
  });
});
