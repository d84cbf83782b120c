import { aliasOf } from './aliasOf.ts';
import { dimensionOf } from '../dimensions/dimensions.ts';
import { dimensionSql, type TimeSource } from './dimensionSql.ts';
import { kindsOfSide } from '../metrics/metricForms.ts';
import type { Side } from '../metrics/metric.ts';
import { hasSingleFacts, type FactTable, type ReportPlan } from '../question/planReport.ts';
import type { ReportFilter, ReportRequest } from '../question/request.ts';

/** The parameters of a statement, by name. */
export type SqlParams = Record<string, number | string | number[] | string[]>;

/** The time column of a table's facts. */
export function timeSourceOf({ table, request }: Pick<ReportPlan, 'table' | 'request'>): TimeSource {
  return { column: timeColumn(table), shift: request.before?.shift ?? null };
}

/** The time of a table's rows. */
export function timeColumn(table: FactTable): string {
  return hasSingleFacts(table) ? 'at' : 'hour';
}

/** The conditions for facts that the viewer may see, in the range and the earlier one. Binds their values. */
export function scopeConditions({ request, table, side, scope }: ReportPlan, params: SqlParams): string[] {
  const conditions = [rangesSql(request, timeColumn(table), params)];
  if (scope.demandId !== null) {
    params['demandId'] = scope.demandId;
    conditions.push('demandId = {demandId:UInt32}');
  }
  for (const [column, name] of [
    ['subpublisherId', 'subpublisherIds'],
    ['advertiserId', 'advertiserIds'],
  ] as const) {
    const ids = scope[name];
    if (ids === null) continue;
    params[name] = [...ids];
    conditions.push(`${column} IN {${name}:Array(UInt32)}`);
  }
  if (hasSingleFacts(table)) conditions.push(kindsSql(side), `verdict = 'counted'`);
  return conditions;
}

/** The condition for the single facts that a side counts. */
function kindsSql(side: Side): string {
  const kinds = kindsOfSide[side].map((kind) => `'${kind}'`);
  return kinds.length === 1 ? `kind = ${kinds[0]}` : `kind IN (${kinds.join(', ')})`;
}

/** One condition per filter. Binds their values, and the names of parameters in the report. */
export function filterConditions(plan: ReportPlan, params: SqlParams): string[] {
  const { request } = plan;
  for (const key of new Set([...request.dimensions, ...request.filters.map(({ dim }) => dim)])) {
    const { param } = dimensionOf(key);
    if (param !== undefined) params[aliasOf(key)] = param;
  }
  const time = { ...timeSourceOf(plan), shift: null };
  return request.filters.map((filter, index) => {
    const name = `filter${index}`;
    params[name] = filter.values;
    return filterSql(filter, dimensionSql(filter.dim, time, plan.partners), name);
  });
}

/** Whether a fact belongs to the earlier range, which ends before the range begins. */
export function isBeforeSql({ table, request }: ReportPlan): string {
  return `${timeColumn(table)} < ${startSql('startDate', request)}`;
}

/** The range of days or times in the zone of the report, and the earlier one. */
function rangesSql(request: ReportRequest, time: string, params: SqlParams): string {
  const { startDate, endDate, times, before } = request;
  Object.assign(params, { offset: request.offset, startDate, endDate });
  if (times) Object.assign(params, { fromMinute: times.from, untilMinute: times.until });
  const range = rangeSql(time, 'startDate', 'endDate', request);
  if (!before) return range;
  Object.assign(params, { beforeStart: before.startDate, beforeEnd: before.endDate, shift: before.shift.count });
  return `((${range}) OR (${rangeSql(time, 'beforeStart', 'beforeEnd', request)}))`;
}

function rangeSql(time: string, start: string, end: string, request: ReportRequest): string {
  return `${time} >= ${startSql(start, request)} AND ${time} < ${endSql(end, request)}`;
}

function startSql(day: string, { times }: ReportRequest): string {
  return times ? `addMinutes(${midnightSql(day)}, {fromMinute:Int32})` : midnightSql(day);
}

function endSql(day: string, { times }: ReportRequest): string {
  return times ? `addMinutes(${midnightSql(day)}, {untilMinute:Int32})` : `addDays(${midnightSql(day)}, 1)`;
}

/** The time at which a day begins in the zone of the report. */
function midnightSql(day: string): string {
  return `subtractHours(toDateTime({${day}:Date}, 'UTC'), {offset:Int32})`;
}

function filterSql({ dim, op }: ReportFilter, value: string, name: string): string {
  const values = `{${name}:Array(${dimensionOf(dim).kind === 'text' ? 'String' : 'UInt32'})}`;
  const sql: Record<ReportFilter['op'], string> = {
    in: `${value} IN ${values}`,
    not_in: `${value} NOT IN ${values}`,
    contains: `arrayExists(value -> positionCaseInsensitiveUTF8(${value}, value) > 0, ${values})`,
    starts: `arrayExists(value -> startsWith(lowerUTF8(${value}), lowerUTF8(value)), ${values})`,
  };
  return sql[op];
}
