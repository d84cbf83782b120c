import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { exportSql } from './exportSql.ts';
import { normalizeReport } from '../question/normalizeReport.ts';
import { planReport } from '../question/planReport.ts';
import { toSql } from './toSql.ts';

test('an export runs the statement of the report, with its own limits', () => {
  const viewer = buildViewer({});
  const question = { startDate: '2026-11-01', endDate: '2026-11-02', dimensions: ['day', 'site'], metrics: ['reqs'] };
  const normalized = normalizeReport(question, viewer);
  if (!normalized.ok) throw new Error('bad question');
  const planned = planReport(normalized.request, viewer);
  if (!planned.ok) throw new Error('no plan');
  const report = toSql(planned.plan);
  const { sql, params } = exportSql(planned.plan, 2_000_001);
  const [statement, settings] = sql.split('\nSETTINGS ');
  expect(report.sql.startsWith(`${statement}\nSETTINGS max_execution_time = 30,`)).toBe(true);
  expect(settings).toBe(
    'max_execution_time = 3600, max_memory_usage = 700000000, max_bytes_before_external_group_by = 300000000, ' +
      'max_bytes_before_external_sort = 300000000, output_format_json_quote_64bit_integers = 1, max_result_bytes = 0',
  );
  expect(params).toEqual({ ...report.params, limit: 2_000_001 });
});
