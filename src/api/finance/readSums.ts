import { boundsOf, type Month, type MonthSums, monthSums, type PartKind } from '#model/finance/index.ts';
import type { Measure } from '#model/index.ts';
import type { FactReader } from '../reports/runReport.ts';

/** The sums of one account in one price period, optionally of one part. */
export interface CountedSums {
  demandId: number;
  /** Index of the period between the cuts; 0 = before the first. */
  pricePeriod: number;
  /** Day or id of the part; '' when no part was requested. */
  key: string;
  /** Whether the facts of its hours break the system cost down into fees; always false for parts. */
  isItemized: boolean;
  sums: MonthSums;
}

const hourMs = 3_600_000;

/** A request for sums. */
export interface SumsQuery {
  month: Month;
  demandIds?: readonly number[] | undefined;
  /** Times inside the month, ms, ascending: the sums before and after each are separate, to the hour. */
  cuts?: readonly number[];
  part?: PartKind;
}

/** The source of each kind of part. Request counts have no buyer, and buyers' counts no requests. */
const tableOfPart: Record<PartKind, { table: 'hourly_supply' | 'hourly_demand' | 'hourly_buying'; key: string }> = {
  day: { table: 'hourly_supply', key: `toString(toDate(hour, 'UTC'))` },
  channel: { table: 'hourly_supply', key: 'toString(channelId)' },
  subpublisher: { table: 'hourly_supply', key: 'toString(subpublisherId)' },
  supplier: { table: 'hourly_supply', key: 'toString(supplierId)' },
  tag: { table: 'hourly_demand', key: 'toString(tagId)' },
  advertiser: { table: 'hourly_demand', key: 'toString(advertiserId)' },
  adexchange: { table: 'hourly_buying', key: 'toString(adexchangeId)' },
};

/** Whether parts of this kind have request counts. */
export function hasRequests(part: PartKind): boolean {
  return tableOfPart[part].table === 'hourly_supply';
}

/** Reads the sums of a UTC month from the roll-ups, which never expire. Rejects when the store is unavailable. */
export async function readSums(facts: FactReader, query: SumsQuery): Promise<CountedSums[]> {
  const { sql, params } = sumsSql(query);
  const rows = await facts.query<Record<string, string | number>>(sql, params);
  return rows.map((row) => ({
    demandId: Number(row['demandId']),
    pricePeriod: Number(row['price_period']),
    key: String(row['part']),
    isItemized: Number(row['is_itemized']) === 1,
    sums: Object.fromEntries(monthSums.map((name) => [name, BigInt(row[`${name}_sum`] ?? 0)])) as unknown as MonthSums,
  }));
}

/** The amounts from which late invalid traffic is deducted. */
const adjustments: Partial<Record<keyof MonthSums, Measure>> = {
  rev: 'adjustedRev',
  revM: 'adjustedRevM',
  revMd: 'adjustedRevMd',
  cost: 'adjustedCost',
};

function sumSql(table: string, name: keyof MonthSums): string {
  const adjustment = adjustments[name];
  const sum = `sum(toInt128(${table}.${name}))`;
  return adjustment === undefined ? sum : `${sum} - sum(toInt128(${table}.${adjustment}))`;
}

/** The statement that sums a month. All names in it are ours; values are parameters. */
export function sumsSql({ month, demandIds, cuts = [], part }: SumsQuery): {
  sql: string;
  params: Record<string, unknown>;
} {
  const { table, key } = part ? tableOfPart[part] : { table: 'hourly_supply', key: `''` };
  const { start, end } = boundsOf(month);
  const sums = monthSums.map((name) => `toString(${sumSql(table, name)}) AS ${name}_sum`);
  const range = 'hour >= toDateTime({start:UInt32}) AND hour < toDateTime({end:UInt32})';
  const ofAccounts = demandIds ? ' AND demandId IN {demandIds:Array(UInt32)}' : '';
  // Facts of earlier versions do not break the system cost down: an hour is itemized when any of its fees is not zero.
  const feeBreakdownSql = part
    ? '0'
    : `(demandId, hour) IN (SELECT demandId, hour FROM ${table} WHERE ${range}${ofAccounts}
    GROUP BY demandId, hour HAVING sum(${table}.requestFee) + sum(${table}.verificationFee) > 0)`;
  const sql = [
    'SELECT demandId, arrayCount(cut -> cut <= toUnixTimestamp(hour), {cuts:Array(UInt32)}) AS price_period,',
    `  ${[`${feeBreakdownSql} AS is_itemized`, `${key} AS part`, ...sums].join(',\n  ')}`,
    `FROM ${table}`,
    `WHERE ${range}${ofAccounts}`,
    'GROUP BY demandId, price_period, is_itemized, part',
    'ORDER BY demandId, price_period, is_itemized, part',
  ].join('\n');
  return {
    sql,
    params: {
      start: start / 1000,
      end: end / 1000,
      // Roll-ups are hourly: each cut is rounded to the nearest hour.
      cuts: cuts.map((at) => Math.round(at / hourMs) * (hourMs / 1000)),
      ...(demandIds ? { demandIds } : {}),
    },
  };
}
