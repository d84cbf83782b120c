import { describe, expect, test } from 'vitest';
import { normalizeReport, type ReportBody } from './normalizeReport.ts';
import { planReport } from './planReport.ts';
import type { ReportViewer } from './request.ts';
import { buildViewer } from './buildViewer.ts';

function plan(overrides: Partial<ReportBody>, viewer: ReportViewer = buildViewer()) {
  const body = { startDate: '2026-11-01', endDate: '2026-11-21', metrics: ['imps'], ...overrides };
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  return planReport(normalized.request, viewer, 30);
}

describe('planReport', () => {
  test.each<[Partial<ReportBody>, string, string]>([
    [{}, 'hourly_supply', 'supply'],
    [{ dimensions: ['day', 'channel', 'reason'], metrics: ['calls', 'profit'] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['site'], metrics: ['reqs'] }, 'hourly_inventory', 'supply'],
    [{ filters: [{ dim: 'app', op: 'starts', values: ['com.'] }] }, 'hourly_inventory', 'supply'],
    [{ dimensions: ['tag'] }, 'hourly_demand', 'demand'],
    [{ filters: [{ dim: 'advertiser', op: 'in', values: [3] }] }, 'hourly_demand', 'demand'],
    [{ metrics: ['candidates'] }, 'hourly_demand', 'demand'],
    [{ metrics: ['timeout_rate'] }, 'hourly_demand', 'demand'],
    [{ dimensions: ['error_code'], metrics: ['errors'] }, 'hourly_demand', 'demand'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['timeout'] }] }, 'hourly_demand', 'demand'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['no_answer'] }] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['site', 'tag'], metrics: ['imps', 'rev', 'vtr'] }, 'facts', 'events'],
  ])('%j reads %s', (body, table, side) => {
    expect(plan(body)).toMatchObject({ ok: true, plan: { table, side } });
  });

  test('explains metrics that no facts can tell beside the demand side', () => {
    expect(plan({ dimensions: ['tag'], metrics: ['imps', 'calls', 'missed'] })).toMatchObject({
      ok: false,
      faults: [
        { code: 'metric_not_carried', path: 'metrics.1' },
        { code: 'metric_not_carried', path: 'metrics.2' },
      ],
    });
    expect(plan({ dimensions: ['site', 'tag', 'reason'], metrics: ['imps', 'fill', 'candidates'] })).toMatchObject({
      ok: false,
      faults: [
        { code: 'dimension_not_carried', path: 'dimensions.2' },
        { code: 'metric_not_carried', path: 'metrics.1' },
        { code: 'metric_not_carried', path: 'metrics.2' },
      ],
    });
  });

  test('says what must be known to read the numbers', () => {
    const notes = (body: Partial<ReportBody>) => {
      const planned = plan(body);
      return planned.ok ? planned.plan.notes : [];
    };
    expect(notes({ metrics: ['reqs', 'profit'] })).toEqual([]);
    expect(notes({ dimensions: ['tag'], metrics: ['reqs', 'margin'] })).toEqual([
      'Requests are calls sent to tags, and opportunities their usable answers.',
      'System cost has impression fees alone: request fees belong to no tag.',
    ]);
    expect(notes({ dimensions: ['tag', 'site'], metrics: ['cost'] })).toEqual([
      'Supply cost leaves out what is owed per opportunity.',
      'Read from single events, which are kept for 30 days.',
    ]);
  });

  test('binds everyone but admins to an account, and partners to themselves', () => {
    const scopeOf = (viewer: ReportViewer) => {
      const planned = plan({}, viewer);
      return planned.ok ? planned.plan.scope : null;
    };
    expect(scopeOf(buildViewer({ role: 'super', demandId: null }))).toEqual({
      demandId: null,
      subpublisherId: null,
      advertiserId: null,
    });
    expect(scopeOf(buildViewer({ demandId: 7 }))).toEqual({ demandId: 7, subpublisherId: null, advertiserId: null });
    expect(scopeOf(buildViewer({ role: 'sub', subpublisherId: 5 }))).toEqual({
      demandId: 1,
      subpublisherId: 5,
      advertiserId: null,
    });
    expect(scopeOf(buildViewer({ role: 'adv', advertiserId: 6 }))).toEqual({
      demandId: 1,
      subpublisherId: null,
      advertiserId: 6,
    });
  });

  test('an advertiser always reads the demand side', () => {
    expect(plan({ metrics: ['reqs', 'imps'] }, buildViewer({ role: 'adv', advertiserId: 6 }))).toMatchObject({
      plan: { table: 'hourly_demand', side: 'demand' },
    });
  });

  test.each([
    [buildViewer({ demandId: null })],
    [buildViewer({ role: 'sub' })],
    [buildViewer({ role: 'adv', subpublisherId: 3 })],
  ])('a viewer without its owner is a bug: %j', (viewer) => {
    expect(() => plan({}, viewer)).toThrow(RangeError);
  });
});
