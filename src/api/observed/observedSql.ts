import type { ObservedFigure, ObservedKind } from '#model/supply/observedInventory.ts';
import type { ReportScope } from '#reports/index.ts';
import type { SortedQuery } from './observedQuery.ts';

/** A statement about observed inventory, and its parameters. User input is only in the parameters. */
export interface ObservedSql {
  sql: string;
  params: Record<string, number | string | number[]>;
}

/** The range of the figures: seconds since the epoch, whole hours. */
export interface ObservedRange {
  fromSeconds: number;
  untilSeconds: number;
}

/** The sums from which figures are computed. */
const sums = [
  'reqs',
  'furtherSlots',
  'imps',
  'starts',
  'completes',
  'clicks',
  'errors',
  'rev',
  'cost',
  'systemCost',
] as const;

/** Limits of one statement. */
const settings = 'SETTINGS max_execution_time = 20, max_memory_usage = 700000000';

/** Each figure as an SQL expression of the sums, for sorting. */
const figureSql: Record<ObservedFigure, string> = {
  reqs: 'reqs',
  imps: 'imps',
  fill: 'imps / nullIf(reqs + furtherSlots, 0)',
  vtr: 'completes / nullIf(starts, 0)',
  ctr: 'clicks / nullIf(imps, 0)',
  errors: 'errors',
  errorShare: 'errors / nullIf(imps + errors, 0)',
  rev: 'rev',
  cost: 'cost',
  profit: 'rev - cost - systemCost',
  ecpm: 'toFloat64(rev) / nullIf(imps, 0)',
};

/** The statement for the rows of a page, each with the sums of its range. */
export function pageSql(kind: ObservedKind, query: SortedQuery, scope: ReportScope, range: ObservedRange): ObservedSql {
  const { from, params } = matchingSql(kind, query, scope, range);
  const descending = query.sort.startsWith('-');
  const sql = [
    `SELECT key, toUnixTimestamp64Milli(firstSeen) AS firstMs, toUnixTimestamp64Milli(lastSeen) AS lastMs, declared,`,
    `  ${sums.join(', ')}`,
    from,
    `ORDER BY ${sortSql(kind, query.sort.replace(/^-/, ''))} ${descending ? 'DESC' : 'ASC'} NULLS LAST, imps DESC, reqs DESC, key ASC`,
    'LIMIT {size:UInt32} OFFSET {offset:UInt64}',
    settings,
  ];
  const offset = (query.page - 1) * query.size;
  return { sql: sql.join('\n'), params: { ...params, size: query.size, offset } };
}

/** The statement for the number of matching rows, and their total sums. */
export function totalsSql(
  kind: ObservedKind,
  query: SortedQuery,
  scope: ReportScope,
  range: ObservedRange,
): ObservedSql {
  const { from, params } = matchingSql(kind, query, scope, range);
  const columns = ['count() AS total', ...sums.map((name) => `sum(matching.${name}) AS ${name}`)];
  return { sql: `SELECT ${columns.join(', ')}\nFROM (SELECT *\n${from}) AS matching\n${settings}`, params };
}

function sortSql(kind: ObservedKind, column: string): string {
  if (column in figureSql) return figureSql[column as ObservedFigure];
  const type = kind.declared[column];
  if (type === undefined) return column;
  const value = declaredSql(column, type);
  return type === 'text' ? `lowerUTF8(${value})` : value;
}

function declaredSql(name: string, type: 'text' | 'number' | 'flag'): string {
  const read = { text: 'JSONExtractString', number: 'JSONExtractFloat', flag: 'JSONExtractBool' };
  return `${read[type]}(declared, '${name}')`;
}

/** The matching rows with their declared values and figures. */
function matchingSql(
  kind: ObservedKind,
  query: SortedQuery,
  scope: ReportScope,
  range: ObservedRange,
): { from: string; params: ObservedSql['params'] } {
  const params: ObservedSql['params'] = { inventory: kind.inventory, ...range };
  const figures = figuresSql(kind, query, scope, params);
  const conditions = ['inventory = {inventory:String}'];
  if (scope.demandId !== null) {
    params['demandId'] = scope.demandId;
    conditions.push('demandId = {demandId:UInt32}');
  }
  const where = conditionsOf(kind, query, params);
  // Users who see only some partners see only rows with traffic of those.
  const join = figures.isNarrowed ? 'INNER' : 'LEFT';
  return {
    params,
    from: `FROM (
  SELECT seen.key AS key, seen.first AS firstSeen, seen.declared AS declared,
    greatest(seen.last, toDateTime64(figures.last, 3, 'UTC')) AS lastSeen,
    ${sums.map((name) => `figures.${name} AS ${name}`).join(', ')}
  FROM (
    SELECT observed.key AS key, min(observed.firstSeen) AS first, max(observed.lastSeen) AS last,
      argMaxMerge(observed.declared) AS declared
    FROM observed WHERE ${conditions.join(' AND ')} GROUP BY observed.key
  ) AS seen
  ${join} JOIN (${figures.sql}) AS figures ON seen.key = figures.key
) AS rows${where.length > 0 ? `\nWHERE ${where.join('\n  AND ')}` : ''}`,
  };
}

/** The figures by key. Figures of sites, apps and publishers by advertiser are only in the raw events. */
function figuresSql(
  kind: ObservedKind,
  query: SortedQuery,
  scope: ReportScope,
  params: ObservedSql['params'],
): { sql: string; isNarrowed: boolean } {
  const isCreative = kind.inventory === 'creative';
  const isByEvent = scope.advertiserIds !== null && !isCreative;
  const [table, time] = isByEvent ? ['facts', 'at'] : [isCreative ? 'hourly_creative' : 'hourly_inventory', 'hour'];
  const where = [
    `${time} >= toDateTime({fromSeconds:UInt32}, 'UTC')`,
    `${time} < toDateTime({untilSeconds:UInt32}, 'UTC')`,
    `${kind.inventory} != ''`,
  ];
  if (isByEvent) where.push(`kind = 'event'`, `verdict = 'counted'`);
  if (scope.demandId !== null) where.push('demandId = {demandId:UInt32}');
  for (const [column, name] of [
    ['subpublisherId', 'subpublisherIds'],
    ['advertiserId', 'advertiserIds'],
  ] as const) {
    const ids = scope[name];
    if (ids === null) continue;
    params[name] = [...ids];
    where.push(`${column} IN {${name}:Array(UInt32)}`);
  }
  if (query.tag !== undefined) {
    params['tag'] = query.tag;
    where.push('tagId = {tag:UInt32}');
  }
  const columns = sums.map((name) => {
    const isMoney = name === 'rev' || name === 'cost' || name === 'systemCost';
    return `sum(${isMoney ? `toInt128(${table}.${name})` : `toInt64(${table}.${name})`}) AS ${name}`;
  });
  return {
    isNarrowed: scope.subpublisherIds !== null || scope.advertiserIds !== null || query.tag !== undefined,
    sql: `
    SELECT ${kind.inventory} AS key, toDateTime(max(${time}), 'UTC') AS last,
      ${columns.join(', ')}
    FROM ${table} WHERE ${where.join(' AND ')} GROUP BY key
  `,
  };
}

function conditionsOf(kind: ObservedKind, query: SortedQuery, params: ObservedSql['params']): string[] {
  const where: string[] = [];
  if (query.q) {
    params['q'] = query.q;
    const texts = ['key', ...kind.searched.map((name) => declaredSql(name, 'text'))];
    where.push(`(${texts.map((text) => `positionCaseInsensitiveUTF8(${text}, {q:String}) > 0`).join(' OR ')})`);
  }
  if (query.newDays !== undefined) {
    params['newDays'] = query.newDays;
    where.push(`firstSeen >= subtractDays(toDateTime({untilSeconds:UInt32}, 'UTC'), {newDays:UInt32})`);
  }
  if (query.environment !== undefined) {
    params['environment'] = query.environment;
    where.push(`${declaredSql('environment', 'text')} = {environment:String}`);
  }
  if (query.mismatch !== undefined) {
    const [declared, detected] = [declaredSql('declared', 'text'), declaredSql('detected', 'text')];
    const differ = `(${declared} != '' AND ${detected} != '' AND ${declared} != ${detected})`;
    where.push(query.mismatch ? differ : `NOT ${differ}`);
  }
  if (query.vpaid !== undefined) where.push(`${declaredSql('isVpaid', 'flag')} = ${query.vpaid ? 1 : 0}`);
  return where;
}
