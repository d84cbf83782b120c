import { aliasOf } from './aliasOf.ts';
import { dimensionOf, type DimensionKey } from './dimensions.ts';
import { metricOf, type MetricKey, type Side, type TrafficPart } from './metrics.ts';
import type { FactTable, ReportPlan } from './planReport.ts';
import type { ReportFilter } from './request.ts';

/** A statement and its bound parameters. Text of the asker is in the parameters only. */
export interface ReportSql {
  sql: string;
  params: Record<string, number | string | number[] | string[]>;
}

/** What one statement may take on the store. */
const bounds = {
  max_execution_time: 30,
  max_memory_usage: 700_000_000,
  max_bytes_before_external_group_by: 300_000_000,
  max_bytes_before_external_sort: 300_000_000,
  output_format_json_quote_64bit_integers: 1,
};

const timeColumn: Record<FactTable, string> = {
  hourly_supply: 'hour',
  hourly_demand: 'hour',
  hourly_inventory: 'hour',
  hourly_creative: 'hour',
  facts: 'at',
};

/** Writes a plan as one SELECT. Columns are named by aliasOf, and m_{metric}.
 * Rows and totals come of one reading of the facts, so that they always agree; the totals are the first row. */
export function toSql(plan: ReportPlan): ReportSql {
  const { request, table, side, scope } = plan;
  const params: ReportSql['params'] = {
    startDate: request.startDate,
    endDate: request.endDate,
    offset: request.offset,
  };
  const time = timeColumn[table];
  const where = rangeSql(request, time);
  if (request.hours) {
    params['fromHour'] = request.hours.from;
    params['untilHour'] = request.hours.until;
  }
  if (scope.demandId !== null) {
    params['demandId'] = scope.demandId;
    where.push('demandId = {demandId:UInt32}');
  }
  for (const [column, name] of [
    ['subpublisherId', 'subpublisherIds'],
    ['advertiserId', 'advertiserIds'],
  ] as const) {
    const ids = scope[name];
    if (ids === null) continue;
    params[name] = [...ids];
    where.push(`${column} IN {${name}:Array(UInt32)}`);
  }
  if (table === 'facts') {
    where.push(side === 'supply' ? `kind IN ('serve', 'event')` : `kind = 'event'`, `verdict = 'counted'`);
  }
  for (const key of new Set([...request.dimensions, ...request.filters.map(({ dim }) => dim)])) {
    const { param } = dimensionOf(key);
    if (param !== undefined) params[aliasOf(key)] = param;
  }
  request.filters.forEach((filter, index) => {
    const name = `filter${index}`;
    params[name] = filter.values;
    where.push(filterSql(filter, name));
  });

  const [first] = request.dimensions;
  const columns = [
    first === undefined ? '1 AS is_total' : `grouping(${aliasOf(first)}) AS is_total`,
    ...request.dimensions.map((key) => `${dimensionSql(key, time)} AS ${aliasOf(key)}`),
    ...request.metrics.map((key) => `${shownSql(key, side)} AS m_${key}`),
  ];
  const lines = [`SELECT\n  ${columns.join(',\n  ')}`, `FROM ${table}`, `WHERE ${where.join('\n  AND ')}`];
  if (first !== undefined) {
    lines.push(`GROUP BY GROUPING SETS ((${request.dimensions.map(aliasOf).join(', ')}), ())`);
    if (request.hideZero) {
      const parts = request.metrics.map((key) => `ifNull(${metricSql(key, side)}, 0) != 0`);
      lines.push(`HAVING is_total = 1\n  OR ${parts.join('\n  OR ')}`);
    }
    lines.push(`ORDER BY is_total DESC, ${orderSql(plan)}`, 'LIMIT {limit:UInt32} + 1');
    params['limit'] = request.limit;
  }
  const settings = Object.entries(bounds).map(([name, value]) => `${name} = ${value}`);
  lines.push(`SETTINGS ${settings.join(', ')}`);
  return { sql: lines.join('\n'), params };
}

/** The range of days in the zone of the report, or of the hours that narrow it. */
function rangeSql({ hours }: ReportPlan['request'], time: string): string[] {
  const start = `subtractHours(toDateTime({startDate:Date}, 'UTC'), {offset:Int32})`;
  if (hours) {
    const lastDay = `subtractHours(toDateTime({endDate:Date}, 'UTC'), {offset:Int32})`;
    return [`${time} >= addHours(${start}, {fromHour:Int32})`, `${time} < addHours(${lastDay}, {untilHour:Int32})`];
  }
  return [
    `${time} >= ${start}`,
    `${time} < subtractHours(addDays(toDateTime({endDate:Date}, 'UTC'), 1), {offset:Int32})`,
  ];
}

/** The value of a dimension; time is shifted by whole hours, so days of every such zone are exact. */
function dimensionSql(key: DimensionKey, time: string): string {
  const column = columnSql(key);
  if (column !== null) return column;
  const local = `addHours(${time}, {offset:Int32})`;
  if (key === 'hour') return `formatDateTime(${local}, '%Y-%m-%d %H:00', 'UTC')`;
  if (key === 'week') return `toString(toMonday(${local}, 'UTC'))`;
  if (key === 'month') return `formatDateTime(${local}, '%Y-%m', 'UTC')`;
  return `toString(toDate(${local}, 'UTC'))`;
}

/** The column of a dimension; null for time. */
function columnSql(key: DimensionKey): string | null {
  const { column, param } = dimensionOf(key);
  return param === undefined ? column : `params[{${aliasOf(key)}:String}]`;
}

function filterSql({ dim, op }: ReportFilter, name: string): string {
  const { kind } = dimensionOf(dim);
  const column = columnSql(dim);
  const values = `{${name}:Array(${kind === 'text' ? 'String' : 'UInt32'})}`;
  const sql: Record<ReportFilter['op'], string> = {
    in: `${column} IN ${values}`,
    not_in: `${column} NOT IN ${values}`,
    contains: `arrayExists(value -> positionCaseInsensitiveUTF8(${column}, value) > 0, ${values})`,
    starts: `arrayExists(value -> startsWith(lowerUTF8(${column}), lowerUTF8(value)), ${values})`,
  };
  return sql[op];
}

const partSql: Record<TrafficPart, string> = {
  judged: `ivt != ''`,
  invalid: `ivt NOT IN ('', 'valid')`,
  refused: `reason = 'ivt_prebid'`,
};

/** A metric as a number to compute and sort with: counts, nano-USD, or a float; NULL where a divisor is zero. */
function metricSql(key: string, side: Side): string {
  const { formula, unit } = metricOf(key);
  if (formula.kind === 'sum') {
    const measure = formula.measure[side];
    if (measure === undefined) throw new RangeError(`${key} is not carried by the ${side} side`);
    const summed = unit === 'usd' ? `toInt128(${measure})` : `toUInt64(${measure})`;
    return formula.of ? `sumIf(${summed}, ${partSql[formula.of]})` : `sum(${summed})`;
  }
  if (formula.kind === 'difference') {
    return `(${[formula.from, ...formula.minus].map((part) => metricSql(part, side)).join(' - ')})`;
  }
  const top = metricSql(formula.top, side);
  const bottom = metricSql(formula.bottom, side);
  return formula.kind === 'ratio'
    ? `toFloat64(${top}) / nullIf(toFloat64(${bottom}), 0)`
    : `intDiv(${top} * 1000, nullIf(toInt128(${bottom}), 0))`;
}

/** Money leaves the store as text: it does not fit a JavaScript number. */
function shownSql(key: MetricKey, side: Side): string {
  const sql = metricSql(key, side);
  return metricOf(key).unit === 'usd' ? `toString(${sql})` : sql;
}

/** The asked order, then the dimensions, so that equal rows have one order. */
function orderSql({ request, side }: ReportPlan): string {
  const asked = request.sort.map(({ key, dir }) => {
    const isDimension = (request.dimensions as string[]).includes(key);
    return `${isDimension ? aliasOf(key as DimensionKey) : metricSql(key, side)} ${dir.toUpperCase()} NULLS LAST`;
  });
  const rest = request.dimensions.filter((key) => !request.sort.some((sort) => sort.key === key));
  return [...asked, ...rest.map((key) => `${aliasOf(key)} ASC`)].join(', ');
}
