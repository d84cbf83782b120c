import { boundsOf, type Month, type MonthSums, monthSums, type PartKind } from '#model/finance/index.ts';
import type { Facts } from '../reports/runReport.ts';

/** What was counted of one account in one stretch, or of one part. */
export interface CountedSums {
  demandId: number;
  /** Which stretch between the cuts; 0 = before the first. */
  pricePeriod: number;
  /** Day or id of the part; '' where none was asked for. */
  key: string;
  /** Whether the facts of its hours tell what system cost is made of; of parts it is not asked. */
  isItemized: boolean;
  sums: MonthSums;
}

const hourMs = 3_600_000;

/** What is to be summed. */
export interface SumsQuery {
  month: Month;
  demandIds?: readonly number[] | undefined;
  /** Instants inside the month, ms, ascending: what was counted before and after each is told apart, by the hour. */
  cuts?: readonly number[];
  part?: PartKind;
}

/** Where parts are counted: requests know no buyer, and buyers no request. */
const tableOfPart: Record<PartKind, { table: 'hourly_supply' | 'hourly_demand' | 'hourly_buying'; key: string }> = {
  day: { table: 'hourly_supply', key: `toString(toDate(hour, 'UTC'))` },
  channel: { table: 'hourly_supply', key: 'toString(channelId)' },
  subpublisher: { table: 'hourly_supply', key: 'toString(subpublisherId)' },
  supplier: { table: 'hourly_supply', key: 'toString(supplierId)' },
  tag: { table: 'hourly_demand', key: 'toString(tagId)' },
  advertiser: { table: 'hourly_demand', key: 'toString(advertiserId)' },
  adexchange: { table: 'hourly_buying', key: 'toString(adexchangeId)' },
};

/** Whether requests are counted by such a part. */
export function hasRequests(part: PartKind): boolean {
  return tableOfPart[part].table === 'hourly_supply';
}

/** Sums of a UTC month from the roll-ups, which are kept for good. Rejects when the store cannot be reached. */
export async function readSums(facts: Facts, query: SumsQuery): Promise<CountedSums[]> {
  const { sql, params } = sumsSql(query);
  const rows = await facts.query<Record<string, string | number>>(sql, params);
  return rows.map((row) => ({
    demandId: Number(row['demandId']),
    pricePeriod: Number(row['stretch']),
    key: String(row['part']),
    isItemized: Number(row['told']) === 1,
    sums: Object.fromEntries(monthSums.map((name) => [name, BigInt(row[`${name}_sum`] ?? 0)])) as unknown as MonthSums,
  }));
}

/** The statement that sums a month. Every name in it is ours; values are bound. */
export function sumsSql({ month, demandIds, cuts = [], part }: SumsQuery): {
  sql: string;
  params: Record<string, unknown>;
} {
  const { table, key } = part ? tableOfPart[part] : { table: 'hourly_supply', key: `''` };
  const { start, end } = boundsOf(month);
  const sums = monthSums.map((name) => `toString(sum(toInt128(${table}.${name}))) AS ${name}_sum`);
  const range = 'hour >= toDateTime({start:UInt32}) AND hour < toDateTime({end:UInt32})';
  const ofAccounts = demandIds ? ' AND demandId IN {demandIds:Array(UInt32)}' : '';
  // Facts tell since an upgrade what system cost is made of: an hour does when any fee in it was told apart.
  const feeBreakdownSql = part
    ? '0'
    : `(demandId, hour) IN (SELECT demandId, hour FROM ${table} WHERE ${range}${ofAccounts}
    GROUP BY demandId, hour HAVING sum(${table}.requestFee) + sum(${table}.scanFee) > 0)`;
  const sql = [
    'SELECT demandId, arrayCount(cut -> cut <= toUnixTimestamp(hour), {cuts:Array(UInt32)}) AS stretch,',
    `  ${[`${feeBreakdownSql} AS told`, `${key} AS part`, ...sums].join(',\n  ')}`,
    `FROM ${table}`,
    `WHERE ${range}${ofAccounts}`,
    'GROUP BY demandId, stretch, told, part',
    'ORDER BY demandId, stretch, told, part',
  ].join('\n');
  return {
    sql,
    params: {
      start: start / 1000,
      end: end / 1000,
      // Roll-ups know hours: a cut counts from the hour that begins nearest to it.
      cuts: cuts.map((at) => Math.round(at / hourMs) * (hourMs / 1000)),
      ...(demandIds ? { demandIds } : {}),
    },
  };
}
