import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { columnsOf, normalizeReport } from '#reports/index.ts';
import { tsvOf } from './tsvOf.ts';

test('rows are copied with exact values, and nothing that a spreadsheet would execute', () => {
  const normalized = normalizeReport(
    { startDate: '2026-11-19', endDate: '2026-11-21', dimensions: ['channel'], metrics: ['rev', 'fill'] },
    buildViewer(),
  );
  if (!normalized.ok) throw new Error('not valid');
  const columns = columnsOf(normalized.request, buildViewer());
  const rows = [
    { channel: 2, channel_name: '=A1\tand more', rev: '-1.123456789', fill: null },
    { channel: 3, channel_name: 'Plain', rev: '0.00', fill: 0.25 },
  ];
  expect(tsvOf(columns, rows, true)).toBe("Channel\tRevenue\tFill\n'=A1 and more\t-1.123456789\t\nPlain\t0.00\t0.25");
  expect(tsvOf(columns, rows.slice(1))).toBe('Plain\t0.00\t0.25');
});
