import type { ClickHouse } from '#storage/clickhouse.ts';
import type { CappedEntity, CappedRow } from '#storage/entities/capStore.ts';
import { dayStart, type Delivered, nothingDelivered } from './restOf.ts';

/** The roll-up that tells what an entity has delivered, and its column there. */
const rollups = {
  tag: { table: 'hourly_demand', column: 'tagId' },
  channel: { table: 'hourly_supply', column: 'channelId' },
} as const;

interface Sums {
  id: number;
  reqsToday: string;
  impsToday: string;
  revToday: string;
  impsTotal: string;
}

/** What rows have delivered, by id: today in the zone of each, and in all where a cap asks for it. */
export async function readDelivered(
  facts: Pick<ClickHouse, 'query'>,
  name: CappedEntity,
  rows: readonly CappedRow[],
  now: number,
): Promise<Map<number, Delivered>> {
  const delivered = new Map<number, Delivered>();
  for (const [timezone, group] of byZone(rows)) {
    const today = dayStart(now, timezone) / 1000;
    const needsAll = group.some(({ impsTotal }) => impsTotal !== null);
    const { table, column } = rollups[name];
    const sums = await facts.query<Sums>(
      `SELECT ${column} AS id,
        sumIf(reqs, hour >= toDateTime({today:UInt32})) AS reqsToday,
        sumIf(imps, hour >= toDateTime({today:UInt32})) AS impsToday,
        sumIf(rev, hour >= toDateTime({today:UInt32})) AS revToday,
        sum(imps) AS impsTotal
      FROM ${table}
      WHERE demandId IN ({accounts:Array(UInt32)}) AND ${column} IN ({ids:Array(UInt32)}) AND hour >= toDateTime({since:UInt32})
      GROUP BY id`,
      {
        accounts: [...new Set(group.map(({ demandId }) => demandId))],
        ids: group.map(({ id }) => id),
        today,
        since: needsAll ? 0 : today,
      },
    );
    for (const { id, reqsToday, impsToday, revToday, impsTotal } of sums) {
      delivered.set(id, {
        reqsToday: Number(reqsToday),
        impsToday: Number(impsToday),
        revToday: Number(revToday),
        impsTotal: Number(impsTotal),
      });
    }
  }
  return new Map(rows.map(({ id }) => [id, delivered.get(id) ?? nothingDelivered]));
}

function byZone(rows: readonly CappedRow[]): Map<number, CappedRow[]> {
  const groups = new Map<number, CappedRow[]>();
  for (const row of rows) groups.set(row.timezone, [...(groups.get(row.timezone) ?? []), row]);
  return groups;
}
