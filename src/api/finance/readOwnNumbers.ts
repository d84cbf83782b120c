import type { OurFigures, OurHour, PartnerKind } from '#model/finance/index.ts';
import { usdFromNanos } from '#model/index.ts';
import type { FactReader } from '../reports/runReport.ts';

/** An object's counts in an hour, with its revenue or cost in nano-USD. */
export interface CountedHour extends OurHour {
  objectId: number;
  nanos: bigint;
  invalidImps: number;
  sent: number;
  timeouts: number;
}

/**
 * The source of each kind's counts, and the money that its partner is billed or paid: revenue of buyers, cost of
 * sellers.
 */
const sources: Record<
  PartnerKind,
  { table: 'hourly_demand' | 'hourly_supply' | 'hourly_buying'; column: string; money: 'rev' | 'cost' }
> = {
  advertiser: { table: 'hourly_demand', column: 'advertiserId', money: 'rev' },
  tag: { table: 'hourly_demand', column: 'tagId', money: 'rev' },
  adexchange: { table: 'hourly_buying', column: 'adexchangeId', money: 'rev' },
  subpublisher: { table: 'hourly_supply', column: 'subpublisherId', money: 'cost' },
  channel: { table: 'hourly_supply', column: 'channelId', money: 'cost' },
  supplier: { table: 'hourly_supply', column: 'supplierId', money: 'cost' },
};

/** A time range of one account's objects; from and until in ms, the end excluded. */
export interface OwnNumbersQuery {
  demandId: number;
  kind: PartnerKind;
  objectIds: readonly number[];
  from: number;
  until: number;
}

/** Reads our hourly counts of some objects. Late invalid traffic is among the invalid, and not in the money. */
export async function readHours(
  facts: FactReader,
  { demandId, kind, objectIds, from, until }: OwnNumbersQuery,
): Promise<CountedHour[]> {
  const { table, column, money } = sources[kind];
  const isDemand = table !== 'hourly_supply';
  const adjustment = money === 'rev' ? 'adjustedRev' : 'adjustedCost';
  const rows = await facts.query<Record<string, string>>(
    `SELECT ${column} AS object, toUnixTimestamp(hour) AS at,
       sum(${table}.imps) AS imps_sum, toString(sum(toInt128(${table}.${money})) - sum(toInt128(${table}.${adjustment}))) AS money_sum,
       sumIf(${table}.imps, ivt NOT IN ('', 'valid')) + sum(${table}.adjustedImps) AS invalid_sum,
       ${isDemand ? `sum(${table}.sent)` : '0'} AS sent_sum, ${isDemand ? `sum(${table}.timeouts)` : '0'} AS timeouts_sum
     FROM ${table}
     WHERE demandId = {demandId:UInt32} AND ${column} IN {objectIds:Array(UInt32)}
       AND hour >= toDateTime({from:UInt32}) AND hour < toDateTime({until:UInt32})
     GROUP BY object, at ORDER BY object, at`,
    { demandId, objectIds, from: from / 1000, until: until / 1000 },
  );
  return rows.map((row) => ({
    objectId: Number(row['object']),
    hour: Number(row['at']) / 3600,
    imps: Number(row['imps_sum']),
    nanos: BigInt(row['money_sum'] ?? 0),
    invalidImps: Number(row['invalid_sum']),
    sent: Number(row['sent_sum']),
    timeouts: Number(row['timeouts_sum']),
  }));
}

/** Approximate number of impressions in the sample. */
const sampledImps = 200_000;

/**
 * Reads how long after their serves impressions came, from the raw facts while they are stored: of a sample by a hash
 * of the serve ID, the same in every reading.
 */
export async function readLate(
  facts: FactReader,
  { demandId, kind, objectIds, from, until }: OwnNumbersQuery,
  imps: number,
): Promise<Map<number, NonNullable<OurFigures['late']>>> {
  const { column } = sources[kind];
  const rows = await facts.query<Record<string, string>>(
    `SELECT object, count() AS known, countIf(dateDiff('minute', served, shown) > 60) AS overAnHour,
       countIf(toDate(shown, 'UTC') > toDate(served, 'UTC')) AS nextDay
     FROM (
       SELECT serveId, maxIf(${column}, kind = 'event') AS object,
         minIf(at, kind = 'serve') AS served, minIf(at, kind = 'event') AS shown
       FROM facts
       WHERE demandId = {demandId:UInt32} AND at >= toDateTime({from:UInt32}) AND at < toDateTime({until:UInt32})
         AND verdict = 'counted' AND (kind = 'serve' OR (kind = 'event' AND event = 'impression'))
         AND serveId != '' AND cityHash64(serveId) % {parts:UInt32} = 0
       GROUP BY serveId
       HAVING countIf(kind = 'serve') > 0 AND countIf(kind = 'event') > 0
     )
     WHERE object IN {objectIds:Array(UInt32)}
     GROUP BY object
     SETTINGS max_execution_time = 20`,
    {
      demandId,
      objectIds,
      from: from / 1000,
      until: until / 1000,
      parts: Math.max(1, Math.ceil(imps / sampledImps)),
    },
    { lane: 'report' },
  );
  return new Map(
    rows.map((row) => [
      Number(row['object']),
      { known: Number(row['known']), overAnHour: Number(row['overAnHour']), nextDay: Number(row['nextDay']) },
    ]),
  );
}

/** The total amount of some hours. */
export function amountOf(hours: readonly CountedHour[]): string {
  return usdFromNanos(hours.reduce((sum, { nanos }) => sum + nanos, 0n));
}
