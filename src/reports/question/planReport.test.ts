import { describe, expect, test } from 'vitest';
import { rollups } from '#model/index.ts';
import { dimensions } from '../dimensions/dimensions.ts';
import { normalizeReport } from './normalizeReport.ts';
import { detailedTables, dimensionsNotInBuying, dimensionsNotInCreatives, planReport } from './planReport.ts';
import type { ReportBody } from './reportBody.ts';
import type { ReportViewer } from './request.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';

const retention = { factsDays: 30, rollupDays: 400, now: Date.parse('2026-11-21T12:00:00Z') };

function plan(overrides: Partial<ReportBody>, viewer: ReportViewer = buildViewer()) {
  const body = { startDate: '2026-11-01', endDate: '2026-11-21', metrics: ['imps'], ...overrides };
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  return planReport(normalized.request, viewer, retention);
}

describe('planReport', () => {
  test.each<[Partial<ReportBody>, string, string]>([
    [{}, 'hourly_supply', 'supply'],
    [{ dimensions: ['day', 'channel', 'reason'], metrics: ['calls', 'profit'] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['site'], metrics: ['reqs'] }, 'hourly_inventory', 'supply'],
    [{ filters: [{ dim: 'app', op: 'starts', values: ['com.'] }] }, 'hourly_inventory', 'supply'],
    [{ dimensions: ['tag'] }, 'hourly_demand', 'demand'],
    [
      { dimensions: ['marketplace_name'], metrics: ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'] },
      'hourly_demand',
      'demand',
    ],
    [{ dimensions: ['channel'], metrics: ['rev_m', 'missed'] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['site', 'marketplace_name'], metrics: ['rev_md'] }, 'facts', 'events'],
    [{ filters: [{ dim: 'advertiser', op: 'in', values: [3] }] }, 'hourly_demand', 'demand'],
    [{ metrics: ['candidates'] }, 'hourly_demand', 'demand'],
    [{ dimensions: ['app'], metrics: ['scanned', 'pb_ivt_rate'] }, 'hourly_inventory', 'supply'],
    [{ dimensions: ['app', 'tag'], metrics: ['results', 'pb_bot'] }, 'verification_results', 'events'],
    [{ dimensions: ['vendor', 'tag'], metrics: ['scanned', 'results'] }, 'hourly_demand', 'demand'],
    [{ dimensions: ['pb_category'], metrics: ['results'] }, 'verification_results', 'supply'],
    [{ metrics: ['timeout_rate'] }, 'hourly_demand', 'demand'],
    [{ dimensions: ['error_code'], metrics: ['errors'] }, 'hourly_demand', 'demand'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['timeout'] }] }, 'hourly_demand', 'demand'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['no_answer'] }] }, 'hourly_supply', 'supply'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['targeting_country'] }] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['supplier', 'reason'], metrics: ['calls', 'bids', 'win_rate', 'cost'] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['supplier', 'site'], metrics: ['reqs', 'bids'] }, 'facts', 'supply'],
    [{ dimensions: ['supplier', 'country'], metrics: ['reqs', 'uniq'] }, 'facts', 'supply'],
    [{ dimensions: ['campaign', 'own_creative', 'deal'], metrics: ['bids', 'viewability'] }, 'hourly_buying', 'demand'],
    [{ dimensions: ['supplier', 'advertiser', 'adexchange', 'channel'] }, 'hourly_buying', 'demand'],
    [{ filters: [{ dim: 'campaign', op: 'in', values: [5] }], metrics: ['imps', 'rev'] }, 'hourly_buying', 'demand'],
    [{ dimensions: ['campaign', 'tier'], metrics: ['bids'] }, 'facts', 'demand'],
    [{ dimensions: ['campaign', 'site'], metrics: ['wins', 'rev'] }, 'facts', 'events'],
    [{ dimensions: ['campaign', 'creative'], metrics: ['imps'] }, 'facts', 'events'],
    [{ dimensions: ['day'], metrics: ['bids', 'wins', 'viewable'] }, 'hourly_supply', 'supply'],
    [{ filters: [{ dim: 'reason', op: 'in', values: ['loss_102'] }], metrics: ['losses'] }, 'hourly_demand', 'demand'],
    [{ dimensions: ['site', 'tag'], metrics: ['imps', 'rev', 'vtr'] }, 'facts', 'events'],
    [{ dimensions: ['publisher'], metrics: ['reqs'] }, 'hourly_inventory', 'supply'],
    [{ dimensions: ['publisher', 'tag'] }, 'facts', 'events'],
    [{ dimensions: ['creative'], metrics: ['imps', 'vtr', 'errors'] }, 'hourly_creative', 'events'],
    [{ dimensions: ['creative', 'tag', 'channel', 'error_code'] }, 'hourly_creative', 'events'],
    [{ dimensions: ['day'], filters: [{ dim: 'creative', op: 'in', values: ['a'] }] }, 'hourly_creative', 'events'],
    [{ dimensions: ['creative', 'publisher'] }, 'facts', 'events'],
    [{ dimensions: ['creative', 'marketplace_name'] }, 'facts', 'events'],
    [{ dimensions: ['param.genre'], metrics: ['reqs', 'imps', 'rev'] }, 'facts', 'supply'],
    [{ dimensions: ['param.genre', 'tag'] }, 'facts', 'events'],
    [{ dimensions: ['day', 'country', 'consent'], metrics: ['reqs', 'uniq', 'freq'] }, 'hourly_audience', 'supply'],
    [{ dimensions: ['channel'], metrics: ['uniq'] }, 'hourly_audience', 'supply'],
    [{ filters: [{ dim: 'device', op: 'in', values: ['SmartTV'] }] }, 'hourly_audience', 'supply'],
    [{ dimensions: ['country', 'site'] }, 'facts', 'supply'],
    [{ dimensions: ['country', 'reason'], metrics: ['calls'] }, 'facts', 'supply'],
    [{ dimensions: ['country'], metrics: ['blk_ivt'] }, 'facts', 'supply'],
    [{ dimensions: ['country', 'tag'], metrics: ['imps', 'rev'] }, 'facts', 'events'],
    [{ dimensions: ['advertiser'], metrics: ['uniq', 'freq'] }, 'facts', 'events'],
    [{ dimensions: ['channel'], metrics: ['device_imps'] }, 'hourly_supply', 'supply'],
    [{ dimensions: ['channel'], metrics: ['lat50', 'lat95'] }, 'facts', 'supply'],
    [{ having: [{ metric: 'lat95', op: 'gt', value: 300 }] }, 'facts', 'supply'],
    [{ filters: [{ dim: 'param.genre', op: 'in', values: ['news'] }] }, 'facts', 'supply'],
  ])('%j reads %s', (body, table, side) => {
    expect(plan(body, buildViewer({ tagParams: ['Genre'] }))).toMatchObject({ ok: true, plan: { table, side } });
  });

  test('OpenRTB 2.6, 3.2.1: test requests are read from test facts, whatever the report is about', () => {
    for (const [body, side] of [
      [{ dimensions: ['day', 'channel', 'reason'], metrics: ['calls', 'rev'] }, 'supply'],
      [{ dimensions: ['tag', 'reason'], metrics: ['candidates'] }, 'demand'],
      [{ dimensions: ['country', 'supplier'], metrics: ['reqs', 'uniq'] }, 'supply'],
      [{ dimensions: ['site', 'tag'], metrics: ['imps'] }, 'events'],
    ] as const) {
      const request: Partial<ReportBody> = {
        dimensions: [...body.dimensions],
        metrics: [...body.metrics],
        traffic: 'test',
      };
      expect(plan(request)).toMatchObject({
        ok: true,
        plan: {
          table: 'test_facts',
          side,
          notes: expect.arrayContaining([
            'Test requests only: they earn and cost nothing. They are stored for 30 days.',
          ]) as string[],
        },
      });
    }
  });

  test('vendor results are refused for test requests', () => {
    const filters: ReportBody['filters'] = [{ dim: 'vendor', op: 'in', values: ['pix'] }];
    expect(plan({ traffic: 'test', dimensions: ['pb_category'], metrics: ['imps', 'results'], filters })).toMatchObject(
      {
        ok: false,
        faults: expect.arrayContaining([
          expect.objectContaining({ code: 'live_only', path: 'metrics.1' }),
          expect.objectContaining({ code: 'live_only', path: 'dimensions.0' }),
          expect.objectContaining({ code: 'live_only', path: 'filters.0.dim' }),
        ]) as unknown[],
      },
    );
  });

  test('notes the accuracy of reach', () => {
    const planned = plan({ metrics: ['freq'] });
    expect(planned.ok && planned.plan.notes).toEqual([expect.stringContaining('within about 1%')]);
  });

  test('a report of response times by tag is refused', () => {
    expect(plan({ dimensions: ['tag'], metrics: ['lat50'] })).toMatchObject({
      ok: false,
      faults: [{ code: 'metric_not_available', path: 'metrics.0' }],
    });
  });

  test('explains metrics that no facts have on the demand side', () => {
    expect(plan({ dimensions: ['tag'], metrics: ['imps', 'calls', 'missed'] })).toMatchObject({
      ok: false,
      faults: [
        { code: 'metric_not_available', path: 'metrics.1' },
        { code: 'metric_not_available', path: 'metrics.2' },
      ],
    });
    expect(plan({ dimensions: ['site', 'tag', 'reason'], metrics: ['imps', 'fill', 'candidates'] })).toMatchObject({
      ok: false,
      faults: [
        { code: 'dimension_not_carried', path: 'dimensions.2' },
        { code: 'metric_not_available', path: 'metrics.1' },
        { code: 'metric_not_available', path: 'metrics.2' },
      ],
    });
  });

  test('notes what readers must know to interpret the numbers', () => {
    const notes = (body: Partial<ReportBody>) => {
      const planned = plan(body);
      return planned.ok ? planned.plan.notes : [];
    };
    expect(notes({ metrics: ['reqs', 'profit'] })).toEqual([]);
    expect(notes({ dimensions: ['tag'], metrics: ['reqs', 'margin'] })).toEqual([
      'Requests are calls sent to tags; opportunities are their usable responses.',
      'System cost includes impression fees only: request fees are not attributed to a tag.',
    ]);
    expect(notes({ dimensions: ['campaign'], metrics: ['reqs', 'margin'] })).toEqual([
      'Requests are calls sent to campaigns, ad exchanges and tags; opportunities are their usable responses.',
      'System cost includes impression fees only: request fees are not attributed to a buyer.',
    ]);
    expect(notes({ dimensions: ['tag', 'site'], metrics: ['cost'] })).toEqual([
      'Supply cost does not include payments per opportunity.',
      'Based on event-level data, which is stored for 30 days.',
    ]);
    expect(notes({ dimensions: ['creative'], metrics: ['imps'] })).toEqual([]);
    // 2025-10-17 is 400 days before 2026-11-21: the first day with data.
    expect(notes({ dimensions: ['site'], startDate: '2025-10-17' })).toEqual([]);
    expect(notes({ dimensions: ['site'], startDate: '2025-10-16' })).toEqual([
      'Data by site, app, publisher, creative and audience is stored for 400 days. Older data is missing.',
    ]);
    expect(notes({ dimensions: ['channel'], startDate: '2025-10-16' })).toEqual([]);
  });

  test('limits everyone except admins to an account, partners to themselves and managers to their scope', () => {
    const scopeOf = (viewer: ReportViewer) => {
      const planned = plan({}, viewer);
      return planned.ok ? planned.plan.scope : null;
    };
    expect(scopeOf(buildViewer({ role: 'super', demandId: null }))).toEqual({
      demandId: null,
      subpublisherIds: null,
      advertiserIds: null,
    });
    expect(scopeOf(buildViewer({ demandId: 7 }))).toEqual({ demandId: 7, subpublisherIds: null, advertiserIds: null });
    for (const role of ['sub', 'trafficker'] as const)
      expect(scopeOf(buildViewer({ role, subpublisherIds: [5, 8] }))).toEqual({
        demandId: 1,
        subpublisherIds: [5, 8],
        advertiserIds: null,
      });
    for (const role of ['adv', 'readonly'] as const)
      expect(scopeOf(buildViewer({ role, advertiserIds: [6] }))).toEqual({
        demandId: 1,
        subpublisherIds: null,
        advertiserIds: [6],
      });
  });

  test.each(['adv', 'trafficker'] as const)('%s limited to advertisers always reads the demand side', (role) => {
    for (const advertiserIds of [[6], []])
      expect(plan({ metrics: ['reqs', 'imps'] }, buildViewer({ role, advertiserIds }))).toMatchObject({
        plan: { table: 'hourly_demand', side: 'demand' },
      });
  });

  test('a manager limited to sub-publishers reads both sides', () => {
    const viewer = buildViewer({ role: 'full', subpublisherIds: [5] });
    expect(plan({ metrics: ['calls'] }, viewer)).toMatchObject({ plan: { table: 'hourly_supply' } });
    expect(plan({ dimensions: ['tag'] }, viewer)).toMatchObject({ plan: { table: 'hourly_demand' } });
  });

  test.each([
    [buildViewer({ demandId: null })],
    [buildViewer({ role: 'sub' })],
    [buildViewer({ role: 'adv', subpublisherIds: [3] })],
  ])('a viewer without its owner is a bug: %j', (viewer) => {
    expect(() => plan({}, viewer)).toThrow(RangeError);
  });

  test.each<[Partial<ReportBody>, string, string]>([
    [
      { dimensions: ['creative', 'ivt_type'], metrics: ['results'] },
      'metrics.0',
      'Vendor results: vendor reports have no creative or IVT type',
    ],
    [{ dimensions: ['vendor'], metrics: ['scanned', 'imps'] }, 'metrics.1', 'Impressions: not available by vendor'],
    [
      { dimensions: ['pb_category'], metrics: ['scanned'] },
      'metrics.0',
      'Measured impressions: not available by postbid category',
    ],
    [{ metrics: ['uniq', 'results'] }, 'metrics.0', 'Reach cannot be combined with vendor results'],
    [{ metrics: ['results'], startTime: '03:20' }, 'metrics.0', 'Vendor results: vendor reports have whole hours only'],
    [
      { filters: [{ dim: 'vendor', op: 'in', values: ['pix'] }], metrics: ['verification_rate'] },
      'metrics.0',
      'Measured rate: not available by vendor',
    ],
  ])('combinations without vendor results are refused: %j', (body, path, message) => {
    expect(plan(body)).toEqual({ ok: false, faults: [{ code: 'metric_not_available', message, path }] });
  });

  test('results by hour, or in the zone where noon UTC is another day, have a note about noon', () => {
    const noted = (body: Partial<ReportBody>) => {
      const planned = plan({ metrics: ['results'], ...body });
      return planned.ok && planned.plan.notes.some((note) => note.includes('noon UTC'));
    };
    expect(noted({ dimensions: ['day'] })).toBe(false);
    expect(noted({ dimensions: ['hour'] })).toBe(true);
    expect(noted({ dimensions: ['day'], offset: 12 })).toBe(true);
  });
});

describe('the planner’s lists about roll-ups match the model', () => {
  /** Dimensions of some facts whose column a roll-up does not have. */
  const lacking = (table: string, facts: readonly string[]) => {
    const known: readonly string[] = rollups.find((each) => each.table === table)?.dimensions ?? [];
    return dimensions
      .filter((each) => facts.includes(each.facts) && each.column !== null && !known.includes(each.column))
      .map(({ key }) => key);
  };

  test('dimensions missing in buying and creatives; reasons are refused with creatives', () => {
    expect(lacking('hourly_buying', ['any', 'supplier', 'demand', 'buying'])).toEqual(dimensionsNotInBuying);
    expect(lacking('hourly_creative', ['demand', 'creative'])).toEqual(dimensionsNotInCreatives);
    expect(lacking('hourly_creative', ['any'])).toEqual(['reason']);
  });

  test('tables with limited retention', () => {
    expect(rollups.filter(({ isDetailed }) => isDetailed).map(({ table }) => table)).toEqual(detailedTables);
  });
});
