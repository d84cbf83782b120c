import { aliasOf } from './aliasOf.ts';
import type { DimensionKey } from '../dimensions/dimensions.ts';
import { dimensionSql } from './dimensionSql.ts';
import { metricColumnsOf, unitOf } from '../metrics/metricColumn.ts';
import { columnSql, shownColumnSql } from './metricSql.ts';
import type { ReportPlan } from '../question/planReport.ts';
import { reportBounds, settingsSql } from './settingsSql.ts';
import type { ConditionOp, MetricColumn } from '../question/request.ts';
import { sourceSql } from './sourceSql.ts';
import { filterConditions, isBeforeSql, scopeConditions, timeSourceOf, type SqlParams } from './whereSql.ts';

/** A statement and its parameters. User input is only in the parameters. */
export interface ReportSql {
  sql: string;
  params: SqlParams;
}

/**
 * Writes a plan as one SELECT. Columns are named by aliasOf, and m_{metric}; those of an earlier range b_{metric}. Rows
 * and totals are computed in one read of the facts, so that they always agree; the totals are the first row.
 */
export function toSql(plan: ReportPlan, bounds: Readonly<Record<string, number>> = reportBounds): ReportSql {
  const { request } = plan;
  const params: SqlParams = {};
  const source = sourceSql(plan, (part) => [...scopeConditions(part, params), ...filterConditions(part, params)]);
  const isCompared = request.before !== undefined;
  const time = timeSourceOf(plan);
  const [first] = request.dimensions;
  const columns = [
    first === undefined ? '1 AS is_total' : `grouping(${aliasOf(first)}) AS is_total`,
    ...request.dimensions.map((key) => `${dimensionSql(key, time, plan.partners)} AS ${aliasOf(key)}`),
    ...request.metrics.map((key) => `${shownColumnSql(key, plan)} AS m_${key}`),
    ...(isCompared ? request.metrics.map((key) => `${shownColumnSql(`${key}.before`, plan)} AS b_${key}`) : []),
  ];
  const lines = [
    ...(isCompared ? [`WITH ${isBeforeSql(plan)} AS is_before`] : []),
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...source,
  ];
  if (first !== undefined) {
    lines.push(`GROUP BY GROUPING SETS ((${request.dimensions.map(aliasOf).join(', ')}), ())`);
    const having = havingOf(plan, params);
    if (having.length > 0) lines.push(`HAVING is_total = 1\n  OR (${having.join('\n    AND ')})`);
    lines.push(`ORDER BY is_total DESC, ${orderSql(plan)}`, 'LIMIT {limit:UInt32} + 1');
    params['limit'] = request.limit;
  }
  lines.push(settingsSql(bounds));
  return { sql: lines.join('\n'), params };
}

const opSql: Record<ConditionOp, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=', ne: '!=' };

/** The conditions on rows; the totals always pass. Binds the values. */
function havingOf(plan: ReportPlan, params: SqlParams): string[] {
  const { request } = plan;
  const isCompared = request.before !== undefined;
  const conditions = request.having.map(({ column, op, value }, index) => {
    const name = `having${index}`;
    params[name] = value;
    const type = unitOf(column) === 'usd' ? 'Int128' : 'Float64';
    return `ifNull(${comparableSql(column, plan)} ${opSql[op]} {${name}:${type}}, 0)`;
  });
  if (!request.hideZero) return conditions;
  const shown = metricColumnsOf(request.metrics, isCompared).filter((column) => !column.endsWith('.change'));
  const parts = shown.map((column) => `ifNull(${columnSql(column, plan)}, 0) != 0`);
  return [...conditions, `(${parts.join('\n      OR ')})`];
}

/** Counts are compared as floats, like the values of conditions. */
function comparableSql(column: MetricColumn, plan: ReportPlan): string {
  const sql = columnSql(column, plan);
  return unitOf(column) === 'count' ? `toFloat64(${sql})` : sql;
}

/** The requested order, then the dimensions, so that the order is stable. */
function orderSql(plan: ReportPlan): string {
  const { request } = plan;
  const requestedSort = request.sort.map(({ key, dir }) => {
    const isDimension = (request.dimensions as string[]).includes(key);
    const sql = isDimension ? aliasOf(key as DimensionKey) : columnSql(key as MetricColumn, plan);
    return `${sql} ${dir.toUpperCase()} NULLS LAST`;
  });
  const remainingKeys = request.dimensions.filter((key) => !request.sort.some((sort) => sort.key === key));
  return [...requestedSort, ...remainingKeys.map((key) => `${aliasOf(key)} ASC`)].join(', ');
}
