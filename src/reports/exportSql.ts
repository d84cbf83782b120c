import type { ReportPlan } from './planReport.ts';
import { reportBounds, toSql, type ReportSql } from './toSql.ts';

/** What a statement may take whose answer is read as it is found: as much memory as any, and as long as its reader. */
const bounds = { ...reportBounds, max_execution_time: 3600, max_result_bytes: 0 };

/** The statement of a report whose rows are written to a file: that of the report, with up to `most` rows. */
export function exportSql(plan: ReportPlan, most: number): ReportSql {
  const { sql, params } = toSql({ ...plan, request: { ...plan.request, limit: most } });
  const settings = Object.entries(bounds).map(([name, value]) => `${name} = ${value}`);
  return { sql: `${sql.slice(0, sql.lastIndexOf('\nSETTINGS '))}\nSETTINGS ${settings.join(', ')}`, params };
}
