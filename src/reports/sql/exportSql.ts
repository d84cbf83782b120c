import type { ReportPlan } from '../question/planReport.ts';
import { reportBounds } from './settingsSql.ts';
import { toSql, type ReportSql } from './toSql.ts';

/** An export is read as it is found: it has the memory of a report, and the time of whoever reads it. */
const exportBounds = { ...reportBounds, max_execution_time: 3600, max_result_bytes: 0 };

/** The statement of a report whose rows are written to a file: that of the report, with up to `most` rows. */
export function exportSql(plan: ReportPlan, maxRows: number): ReportSql {
  return toSql({ ...plan, request: { ...plan.request, limit: maxRows } }, exportBounds);
}
