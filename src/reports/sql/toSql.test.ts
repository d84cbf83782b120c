import { describe, expect, test } from 'vitest';
import { normalizeReport } from '../question/normalizeReport.ts';
import { planReport, type PartnersById } from '../question/planReport.ts';
import type { ReportBody } from '../question/reportBody.ts';
import type { ReportViewer } from '../question/request.ts';
import { toSql } from './toSql.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';

function sqlOf(overrides: Partial<ReportBody>, viewer: ReportViewer = buildViewer()) {
  const body = { startDate: '2026-11-01', endDate: '2026-11-21', metrics: ['imps'], ...overrides };
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  const planned = planReport(normalized.request, viewer);
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  return toSql({ ...planned.plan, partners });
}

/** The partners of tags, suppliers and ad exchanges by id. */
const partners: PartnersById = {
  tag: new Map([
    [3, 'ix'],
    [4, 'rubicon'],
    [7, 'ix'],
  ]),
  supplier: new Map(),
};

describe('toSql', () => {
  test('the month-to-date system cost of an account', () => {
    expect(sqlOf({ metrics: ['systemCost'], limit: 1, offset: 3 })).toMatchSnapshot();
  });

  test('channels by day with rates, filters and hidden zero rows', () => {
    expect(
      sqlOf({
        interval: 'day',
        dimensions: ['channel'],
        metrics: ['reqs', 'fill', 'rev', 'margin', 'ecpm'],
        filters: [
          { dim: 'channel', op: 'in', values: [3, 4] },
          { dim: 'environment', op: 'not_in', values: ['ctv'] },
        ],
        sort: [{ key: 'margin', dir: 'desc' }],
        hideZero: true,
      }),
    ).toMatchSnapshot();
  });

  test('[REF-07] partners of tags, filtered by them', () => {
    const filters = [{ dim: 'partner', op: 'not_in' as const, values: ['rubicon'] }];
    expect(sqlOf({ dimensions: ['partner', 'channel'], metrics: ['imps', 'rev'], filters })).toMatchSnapshot();
  });

  test('[REF-07] partners of suppliers, of which none has one', () => {
    expect(sqlOf({ dimensions: ['supplier_partner'], metrics: ['imps'] })).toMatchSnapshot();
  });

  test('the partners of a dimension must have been read', () => {
    expect(() => sqlOf({ dimensions: ['adexchange_partner'] })).toThrow(RangeError);
  });

  test('OpenRTB 2.6, 3.2.1: tags and reasons of test requests, read from test facts alone', () => {
    expect(
      sqlOf({ traffic: 'test', dimensions: ['day', 'tag', 'reason'], metrics: ['candidates', 'rev'] }),
    ).toMatchSnapshot();
  });

  test('sites and tags by week, month and hour from single events, for an advertiser', () => {
    expect(
      sqlOf(
        {
          dimensions: ['week', 'month', 'hour', 'site', 'tag'],
          metrics: ['imps', 'rev', 'ctr'],
          filters: [
            { dim: 'site', op: 'contains', values: ['News'] },
            { dim: 'app', op: 'starts', values: ['com.'] },
          ],
        },
        buildViewer({ role: 'adv', advertiserIds: [6] }),
      ),
    ).toMatchSnapshot();
  });

  test('vendor results beside measured impressions, by vendor', () => {
    expect(
      sqlOf({
        dimensions: ['vendor'],
        metrics: ['scanned', 'pb_ivt_rate'],
        filters: [{ dim: 'app', op: 'in', values: ['com.example.tv'] }],
      }),
    ).toMatchSnapshot();
  });

  test('reach and frequency by country from the roll-up of audiences, against the week before', () => {
    expect(
      sqlOf({
        dimensions: ['country'],
        metrics: ['uniq', 'freq'],
        compare: { to: 'week' },
        having: [{ metric: 'uniq', op: 'gte', value: 10 }],
        limit: 20,
      }),
    ).toMatchSnapshot();
  });

  test('reach by tag, and response times by channel, from single events', () => {
    expect(sqlOf({ dimensions: ['tag'], metrics: ['uniq'], limit: 20 })).toMatchSnapshot();
    expect(sqlOf({ dimensions: ['channel'], metrics: ['lat50', 'lat95'], limit: 20 })).toMatchSnapshot();
  });

  test('all accounts by account for an admin', () => {
    const admin = buildViewer({ role: 'admin', demandId: null });
    expect(sqlOf({ dimensions: ['account'], metrics: ['reqs', 'profit'] }, admin)).toMatchSnapshot();
  });

  test('[HELP-01] marketplaces today, for a manager of two advertisers and one sub-publisher', () => {
    const viewer = buildViewer({ role: 'finance', advertiserIds: [6, 7], subpublisherIds: [5] });
    const metrics = ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'];
    expect(
      sqlOf({ dimensions: ['marketplace_name'], metrics, sort: [{ key: 'rev_m', dir: 'desc' }] }, viewer),
    ).toMatchSnapshot();
  });

  test('gross, invalid and net figures by traffic verdict', () => {
    expect(
      sqlOf({
        dimensions: ['channel', 'ivt_type'],
        metrics: ['calls', 'ivt_call_rate', 'blk_ivt', 'reqs', 'net_reqs', 'imps', 'ivt_imps', 'net_imps'],
      }),
    ).toMatchSnapshot();
  });

  test('requests and impressions by parameters of the account, from single facts', () => {
    const viewer = buildViewer({ tagParams: ['Genre', 'ad.slot_1-a'] });
    expect(
      sqlOf(
        {
          dimensions: ['param.genre', 'param.ad.slot_1-a'],
          metrics: ['reqs', 'imps'],
          filters: [{ dim: 'param.genre', op: 'not_in', values: [''] }],
        },
        viewer,
      ),
    ).toMatchSnapshot();
  });

  test('weeks against the weeks before them, only rows with increased revenue', () => {
    expect(
      sqlOf({
        interval: 'week',
        dimensions: ['weekday', 'channel'],
        metrics: ['rev', 'fill'],
        compare: { to: 'previous' },
        having: [
          { metric: 'rev.change', op: 'gte', value: 0.1 },
          { metric: 'imps', op: 'gt', value: 100 },
          { metric: 'ecpm', op: 'lt', value: '2.5' },
        ],
        sort: [{ key: 'rev.change', dir: 'desc' }],
        hideZero: true,
      }),
    ).toMatchSnapshot();
  });

  test('whole months against whole months, by day', () => {
    const range = { startDate: '2026-02-01', endDate: '2026-02-28' };
    expect(sqlOf({ ...range, interval: 'day', metrics: ['reqs'], compare: { to: 'previous' } })).toMatchSnapshot();
  });

  test('two hours by minute, from single facts of the demand side', () => {
    const range = { startDate: '2026-11-20', endDate: '2026-11-21', startTime: '23:00', endTime: '01:00' };
    expect(sqlOf({ ...range, dimensions: ['minute', 'tag'], metrics: ['reqs', 'imps'] })).toMatchSnapshot();
  });

  test('user input is never part of the statement', () => {
    const nasty = `'; DROP TABLE facts; --`;
    const { sql, params } = sqlOf({
      dimensions: ['site'],
      filters: [{ dim: 'site', op: 'contains', values: [nasty, '{offset:Int32}'] }],
    });
    expect(sql).not.toContain('DROP');
    expect(params['filter0']).toEqual([nasty.toLowerCase(), '{offset:int32}']);
  });
});
