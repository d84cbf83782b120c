import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { normalizeReport } from '../question/normalizeReport.ts';
import { currentMetricColumn, withCurrentColumns } from './formerMetricKeys.ts';

test.each([
  ['scan_fee', 'verification_fee'],
  ['scan_rate.change', 'verification_rate.change'],
  ['pb_view_told', 'pb_viewability_reported'],
  ['scanned', 'scanned'],
  ['constructor', 'constructor'],
  ['scan_fee.more', 'scan_fee.more'],
])('%s is called %s', (column, current) => {
  expect(currentMetricColumn(column)).toBe(current);
});

test('a question of an earlier version is the same question', () => {
  const ask = (fee: string, rate: string) => ({
    startDate: '2026-03-01',
    endDate: '2026-03-02',
    dimensions: ['channel'],
    metrics: ['imps', fee, rate],
    having: [{ metric: `${rate}.before`, op: 'gt', value: '0.1' }],
    compare: { to: 'previous' },
    sort: [{ key: `${fee}.diff`, dir: 'desc' }],
  });
  const viewer = buildViewer({ role: 'admin' });
  const current = normalizeReport(ask('verification_fee', 'verification_rate'), viewer);
  expect(current.ok).toBe(true);
  expect(normalizeReport(ask('scan_fee', 'scan_rate'), viewer)).toEqual(current);
});

test('a filter of an earlier version is the same filter', () => {
  const ask = (consent: string, ivt: string) => ({
    startDate: '2026-03-01',
    endDate: '2026-03-02',
    metrics: ['imps'],
    filters: [
      { dim: 'consent', op: 'in', values: ['personal', consent] },
      { dim: 'ivt_type', op: 'not_in', values: [ivt] },
      { dim: 'site', op: 'in', values: ['untold'] },
    ],
  });
  const viewer = buildViewer({ role: 'admin' });
  const current = normalizeReport(ask('undeclared', 'data_center'), viewer);
  expect(current.ok).toBe(true);
  expect(normalizeReport(ask('untold', 'data_centre'), viewer)).toEqual(current);
});

test('the rows of a snapshot have the values of now', () => {
  const row = { reason: 'ads_txt_unauthorised', reason_name: 'No', site: 'untold', ivt_type: null, imps: 3 };
  expect(withCurrentColumns([row])).toEqual([{ ...row, reason: 'ads_txt_unauthorized' }]);
});

test('the rows of a snapshot are shown under the present columns', () => {
  expect(withCurrentColumns([{ channel: 7, 'channel.name': 'A', scan_fee: '1.5', 'scan_fee.before': null }])).toEqual([
    { channel: 7, 'channel.name': 'A', verification_fee: '1.5', 'verification_fee.before': null },
  ]);
});
