import { expect, test } from 'vitest';
import { reportFooter } from './reportFooter.ts';
import type { ReportRequest } from '../question/request.ts';

const request: ReportRequest = {
  traffic: 'live',
  startDate: '2026-11-01',
  endDate: '2026-11-02',
  offset: -5,
  dimensions: ['day'],
  metrics: ['reqs'],
  filters: [
    { dim: 'channel', op: 'not_in', values: [7, 8] },
    { dim: 'site', op: 'contains', values: ['news', ''] },
  ],
  having: [{ column: 'rev', op: 'gte', value: '1500000000' }],
  before: { startDate: '2026-10-30', endDate: '2026-10-31', shift: { unit: 'day', count: 2 } },
  times: { from: 540, until: 1065 },
  sort: [],
  limit: 10,
  hideZero: true,
};

test('a file contains its settings, zone and time', () => {
  const lines = reportFooter(request, {
    name: 'Sites',
    ranAt: Date.UTC(2026, 10, 3, 2, 30),
    cutAt: 5000,
    nameOf: (_filter, value) => (value === 7 ? 'Sport' : undefined),
    notes: ['Read from single events.'],
  });
  expect(lines).toEqual([
    'Report: Sites',
    'Date range: 2026-11-01 to 2026-11-02; UTC−5; from 09:00 on the first day to 17:45 on the last',
    'Filter: Channel is not Sport, 8',
    'Filter: Site contains news, None',
    'Metric filter: Revenue is at least 1.50 USD',
    'Compared with 2026-10-30 to 2026-10-31',
    'Rows with only zeros are hidden',
    'Run at 2026-11-02 21:30, UTC−5',
    'Limited to the first 5,000 rows. The totals include all rows',
    'Read from single events.',
  ]);
});

test('a file about test requests says so', () => {
  const details = { name: 'Tests', ranAt: 0, cutAt: null, nameOf: () => undefined, notes: [] };
  expect(reportFooter({ ...request, traffic: 'test' }, details)).toContain('Traffic: test requests');
});
