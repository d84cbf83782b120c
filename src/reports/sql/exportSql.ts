import type { ReportPlan } from '../question/planReport.ts';
import { reportBounds } from './settingsSql.ts';
import { toSql, type ReportSql } from './toSql.ts';

/** Limits of an export: the memory of a report, but time for a client that reads the rows as they are found. */
const exportBounds = { ...reportBounds, max_execution_time: 3600, max_result_bytes: 0 };

/** The statement of an exported report: that of the report, with up to `maxRows` rows. */
export function exportSql(plan: ReportPlan, maxRows: number): ReportSql {
  return toSql({ ...plan, request: { ...plan.request, limit: maxRows } }, exportBounds);
}
