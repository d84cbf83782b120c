import { describe, expect, test } from 'vitest';
import { formatRows, idsToName, keysToTitle, type StoredRow } from './formatRows.ts';
import { normalizeReport } from '../question/normalizeReport.ts';
import { planReport, type ReportPlan } from '../question/planReport.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';

function buildPlan(dimensions: string[], metrics: string[]): ReportPlan {
  const body = { startDate: '2026-11-01', endDate: '2026-11-21', dimensions, metrics };
  const normalized = normalizeReport(body, buildViewer());
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  const planned = planReport(normalized.request, buildViewer());
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  return planned.plan;
}

const stored: StoredRow[] = [
  { is_total: '1', d_day: '', d_channel: 0, d_reason: '', m_reqs: '9', m_fill: 0.25, m_rev: '9007199254740993' },
  { is_total: '0', d_day: '2026-11-01', d_channel: 4, d_reason: '', m_reqs: '6', m_fill: 1 / 3, m_rev: '1' },
  { is_total: 0, d_day: '2026-11-02', d_channel: 0, d_reason: 'overload', m_reqs: 3, m_fill: null, m_rev: '-5' },
];

describe('formatRows', () => {
  test('money is exact text, rates have six digits, ids have names, totals come last', () => {
    const plan = buildPlan(['day', 'channel', 'reason'], ['reqs', 'fill', 'rev']);
    expect(formatRows(plan, stored, { channel: new Map([[4, 'News CTV']]) })).toEqual([
      {
        day: '2026-11-01',
        channel: 4,
        channel_name: 'News CTV',
        reason: '',
        reason_name: 'Served',
        reqs: 6,
        fill: 0.333333,
        rev: '0.000000001',
      },
      {
        day: '2026-11-02',
        channel: 0,
        channel_name: null,
        reason: 'overload',
        reason_name: 'Server overloaded',
        reqs: 3,
        fill: null,
        rev: '-0.000000005',
      },
      {
        day: null,
        channel: null,
        channel_name: null,
        reason: null,
        reason_name: null,
        reqs: 9,
        fill: 0.25,
        rev: '9007199.254740993',
      },
    ]);
  });

  test('without any facts the totals are zero and their rates empty', () => {
    expect(formatRows(buildPlan(['day'], ['reqs', 'fill', 'rev', 'profit', 'ecpm']), [], {})).toEqual([
      { day: null, reqs: 0, fill: null, rev: '0.00', profit: '0.00', ecpm: null },
    ]);
  });

  test('without dimensions the totals are the only row', () => {
    expect(formatRows(buildPlan([], ['systemCost']), [{ is_total: 1, m_systemCost: '1500000000' }], {})).toEqual([
      { systemCost: '1.50' },
    ]);
  });

  test('compared metrics have their earlier value, and the change as a fraction of it', () => {
    const before = { startDate: '2026-10-01', endDate: '2026-10-02', shift: { unit: 'day' as const, count: 31 } };
    const plan = buildPlan(['day'], ['rev', 'fill']);
    const compared = { ...plan, request: { ...plan.request, before } };
    const rows: StoredRow[] = [
      { is_total: 1, m_rev: '3000000000', b_rev: '4000000000', m_fill: 0.5, b_fill: 0.25 },
      { is_total: 0, d_day: '2026-11-01', m_rev: '3000000000', b_rev: '0', m_fill: 0.5, b_fill: null },
    ];
    expect(formatRows(compared, rows, {})).toEqual([
      {
        day: '2026-11-01',
        rev: '3.00',
        'rev.before': '0.00',
        'rev.change': null,
        fill: 0.5,
        'fill.before': null,
        'fill.change': null,
      },
      {
        day: null,
        rev: '3.00',
        'rev.before': '4.00',
        'rev.change': -0.25,
        fill: 0.5,
        'fill.before': 0.25,
        'fill.change': 1,
      },
    ]);
  });

  test('creatives have titles when they are known, and their keys stay', () => {
    const plan = buildPlan(['creative'], ['imps']);
    const rows: StoredRow[] = [
      { is_total: 1, d_creative: '', m_imps: 3 },
      { is_total: 0, d_creative: '00112233445566aa', m_imps: 2 },
      { is_total: 0, d_creative: '', m_imps: 1 },
    ];
    expect(keysToTitle(plan, rows)).toEqual(['00112233445566aa']);
    expect(keysToTitle(buildPlan(['day'], ['imps']), rows)).toEqual([]);
    expect(formatRows(plan, rows, { creative: new Map([['00112233445566aa', 'Spot']]) })).toEqual([
      { creative: '00112233445566aa', creative_name: 'Spot', imps: 2 },
      { creative: '', creative_name: null, imps: 1 },
      { creative: null, creative_name: null, imps: 3 },
    ]);
  });

  test('ids to name are listed once each, without 0', () => {
    expect(idsToName(buildPlan(['day', 'channel'], ['reqs']), [...stored, ...stored])).toEqual({ channel: [4] });
  });
});
