import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { normalizeReport } from './normalizeReport.ts';
import type { ReportBody } from './reportBody.ts';
import { cellQuestion, columnQuestion, rowQuestion } from './pivotQuestions.ts';

const body: ReportBody = {
  startDate: '2026-11-01',
  endDate: '2026-11-07',
  offset: 0,
  dimensions: ['channel', 'environment'],
  metrics: ['rev', 'fill'],
  filters: [{ dim: 'site', op: 'contains', values: ['news'] }],
  having: [{ metric: 'rev', op: 'gt', value: '1' }],
  compare: { to: 'previous' },
  sort: [{ key: 'environment', dir: 'asc' }],
  limit: 10_000,
};
const isValidQuestion = (question: ReportBody) => normalizeReport(question, buildViewer()).ok;

test('rows are requested without the dimension in columns, with metric filters and comparison', () => {
  const rows = rowQuestion(body, 'environment');
  expect(rows).toMatchObject({
    dimensions: ['channel'],
    sort: [{ key: 'rev', dir: 'desc' }],
    limit: 1000,
    having: body.having,
    compare: { to: 'previous' },
  });
  expect(isValidQuestion(rows)).toBe(true);
  expect(rowQuestion({ ...body, dimensions: ['day', 'environment'], sort: [] }, 'environment').sort).toEqual([]);
});

test('columns are requested alone, the largest first', () => {
  const columns = columnQuestion(body, 'environment');
  expect(columns).toMatchObject({ dimensions: ['environment'], sort: [{ key: 'rev', dir: 'desc' }], having: [] });
  expect(isValidQuestion(columns)).toBe(true);
});

test('cells are filtered to the rows and columns shown; time needs no filter', () => {
  const cells = cellQuestion(body, 'environment', [{ environment: 'web' }], [{ channel: 3 }, { channel: 4 }]);
  expect(cells.filters).toEqual([
    { dim: 'site', op: 'contains', values: ['news'] },
    { dim: 'environment', op: 'in', values: ['web'] },
    { dim: 'channel', op: 'in', values: [3, 4] },
  ]);
  expect(isValidQuestion(cells)).toBe(true);
  expect(
    cellQuestion({ ...body, dimensions: ['channel', 'day'] }, 'day', [{ day: '2026-11-01' }], [{ channel: 3 }]).filters,
  ).toEqual([
    { dim: 'site', op: 'contains', values: ['news'] },
    { dim: 'channel', op: 'in', values: [3] },
  ]);
});
