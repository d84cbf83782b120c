import type { ReportPlan } from '../question/planReport.ts';
import { reportBounds, settingsSql } from './settingsSql.ts';
import { sourceSql } from './sourceSql.ts';
import type { ReportSql } from './toSql.ts';
import { filterConditions, scopeConditions, timeColumn, type SqlParams } from './whereSql.ts';

/**
 * The statement that counts, for an empty report, the facts of its range (`in_range`), those that pass all filters
 * (`passing`), and those that pass all filters except one (`without{index}`).
 */
export function explainSql(plan: ReportPlan): ReportSql {
  const params: SqlParams = {};
  const filters = filterConditions(plan, params);
  const counts = filters.map((_, index) => {
    const others = filters.filter((_other, other) => other !== index);
    return `countIf(${allOf(others)}) AS without${index}`;
  });
  const columns = ['count() AS in_range', `countIf(${allOf(filters)}) AS passing`, ...counts];
  const lines = [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...sourceSql(plan, (part) => scopeConditions(part, params)),
    settingsSql(reportBounds),
  ];
  return { sql: lines.join('\n'), params };
}

/** The statement for the first and last hour, and the number of rows, of all traffic that the viewer may see. */
export function knownTrafficSql(plan: ReportPlan): ReportSql {
  const params: SqlParams = {};
  const table = tableOfAll(plan);
  const time = timeColumn(table);
  const [, ...scope] = scopeConditions({ ...plan, table }, params);
  const lines = [
    `SELECT count() AS found, formatDateTime(addHours(min(${time}), {offset:Int32}), '%Y-%m-%d %H:00', 'UTC') AS first,`,
    `  formatDateTime(addHours(max(${time}), {offset:Int32}), '%Y-%m-%d %H:00', 'UTC') AS last`,
    `FROM ${table}`,
    ...(scope.length > 0 ? [`WHERE ${scope.join('\n  AND ')}`] : []),
    settingsSql(reportBounds),
  ];
  return { sql: lines.join('\n'), params: { ...params, offset: plan.request.offset } };
}

/** Viewers limited to advertisers only see traffic of the demand side. */
function tableOfAll({ scope, request }: ReportPlan): 'test_facts' | 'hourly_supply' | 'hourly_demand' {
  if (request.traffic === 'test') return 'test_facts';
  return scope.advertiserIds === null ? 'hourly_supply' : 'hourly_demand';
}

function allOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? conditions.map((each) => `(${each})`).join(' AND ') : 'true';
}
