import { keyOfLimit, type LimitKey } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { limitMetrics, type Limit, type Measure } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { CappedEntity, CappedRow } from '#storage/entities/capStore.ts';

/** The period of a cap. */
export type Period = Limit['period'];

/** Sums of one object by metric and period: counts, and nano-USD of spend. */
export type Sums = Map<LimitKey, number>;

/** A row whose delivery is read. */
export type MeasuredRow = Pick<CappedRow, 'id' | 'demandId' | 'timezone'> & { limits: readonly Limit[] };

/** The source of each entity's delivery: tables, their id column, and the measure of each metric. */
const sources = {
  tag: {
    rollup: 'hourly_demand',
    facts: `(SELECT * FROM facts WHERE kind IN ('candidate', 'event') AND verdict = 'counted')`,
    column: 'tagId',
    measures: { requests: 'sent', impressions: 'imps', spend: 'rev' },
  },
  channel: {
    rollup: 'hourly_supply',
    facts: `(SELECT * FROM facts WHERE kind IN ('serve', 'event') AND verdict = 'counted')`,
    column: 'channelId',
    measures: { requests: 'reqs', impressions: 'imps', spend: 'rev' },
  },
  adexchange: {
    rollup: 'hourly_buying',
    facts: `(SELECT * FROM facts WHERE kind IN ('candidate', 'event') AND verdict = 'counted')`,
    column: 'adexchangeId',
    measures: { requests: 'sent', impressions: 'imps', spend: 'rev' },
  },
} as const satisfies Record<
  CappedEntity,
  { rollup: string; facts: string; column: string; measures: Record<Limit['metric'], Measure> }
>;

/**
 * Sums the delivery of rows in the current periods, in the zone of `zoneHours`, up to `before` (ms; a full hour) when
 * it is given. Minutes come from the raw facts and must be the only period. Rows without delivery are left out.
 */
export async function sumDelivered(
  facts: Pick<ClickHouse, 'query'>,
  name: CappedEntity,
  rows: readonly MeasuredRow[],
  { periods, now, zoneHours, before }: { periods: readonly Period[]; now: number; zoneHours: number; before?: number },
): Promise<Map<number, Sums>> {
  const { rollup, facts: details, column, measures } = sources[name];
  const [table, time] = periods.includes('minute') ? [details, 'at'] : [rollup, 'hour'];
  const starts = periods.map((period) => spanOf(period, now, zoneHours).start / 1000);
  const sums = periods.flatMap((period) =>
    limitMetrics.map((metric) => {
      const isInPeriod = `${time} >= toDateTime({${period}:UInt32})`;
      return `sumIf(${measures[metric]}, ${isInPeriod}) AS ${metric}_${period}`;
    }),
  );
  const found = await facts.query<{ id: number } & Record<string, string>>(
    `SELECT ${column} AS id, ${sums.join(', ')}
    FROM ${table}
    WHERE demandId IN ({accounts:Array(UInt32)}) AND ${column} IN ({ids:Array(UInt32)})
      AND ${time} >= toDateTime({since:UInt32}) ${before === undefined ? '' : `AND ${time} < toDateTime({before:UInt32})`}
    GROUP BY id`,
    {
      accounts: [...new Set(rows.map(({ demandId }) => demandId))],
      ids: rows.map(({ id }) => id),
      since: Math.min(...starts),
      ...(before === undefined ? {} : { before: before / 1000 }),
      ...Object.fromEntries(periods.map((period, index) => [period, starts[index]])),
    },
  );
  return new Map(found.map((row) => [row.id, sumsOf(row, periods)]));
}

function sumsOf(row: Readonly<Record<string, string | number>>, periods: readonly Period[]): Sums {
  const sums: Sums = new Map();
  for (const period of periods) {
    for (const metric of limitMetrics) sums.set(keyOfLimit({ metric, period }), Number(row[`${metric}_${period}`]));
  }
  return sums;
}
