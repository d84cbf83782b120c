import { keyOfLimit, type Delivered } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { limitMetrics } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { cappedEntities, type CappedEntity } from '#storage/entities/capStore.ts';
import { sumDelivered, type MeasuredRow, type Period, type Sums } from './sumDelivered.ts';

/** Reads the delivery of objects. */
export interface DeliveredReader {
  /** By id: every metric in each current period of the row's caps, in the zone of its account. */
  read(name: CappedEntity, rows: readonly MeasuredRow[], now: number): Promise<ReadonlyMap<number, Delivered>>;
}

/** The delivery of a row's periods that began before today, up to midnight. */
interface EarlierSums {
  midnight: number;
  readAt: number;
  periods: readonly Period[];
  sums: Sums;
}

const longPeriods: readonly Period[] = ['week', 'month', 'lifetime'];
/** Interval for past days, which change only when events are late. */
const rereadMs = 60_000;

/** Opens a reader over ClickHouse that sums past days once a minute. */
export function openDelivered(facts: Pick<ClickHouse, 'query'>): DeliveredReader {
  const earlier = new Map(cappedEntities.map((name) => [name, new Map<number, EarlierSums>()]));

  const readEarlier = async (name: CappedEntity, rows: readonly MeasuredRow[], now: number, zoneHours: number) => {
    const known = earlier.get(name);
    const midnight = spanOf('day', now, zoneHours).start;
    const stale = rows.filter((row) => {
      const earlierSums = known?.get(row.id);
      const isRecent =
        earlierSums?.midnight === midnight && earlierSums.readAt <= now && now < earlierSums.readAt + rereadMs;
      return !isRecent || longPeriodsOf([row]).some((period) => !earlierSums.periods.includes(period));
    });
    if (stale.length === 0) return;
    const periods = longPeriodsOf(stale);
    const sums = await sumDelivered(facts, name, stale, { periods, now, zoneHours, before: midnight });
    for (const { id } of stale) known?.set(id, { midnight, readAt: now, periods, sums: sums.get(id) ?? new Map() });
  };

  return {
    async read(name, rows, now) {
      const delivered = new Map<number, Sums>(rows.map(({ id }) => [id, new Map()]));
      const add = (more: ReadonlyMap<number, Sums>) => {
        for (const [id, sums] of more) for (const [key, amount] of sums) delivered.get(id)?.set(key, amount);
      };
      const brief = rows.filter(({ limits }) => limits.some(({ period }) => period === 'minute'));
      if (brief.length > 0) add(await sumDelivered(facts, name, brief, { periods: ['minute'], now, zoneHours: 0 }));
      for (const [zoneHours, group] of byZone(rows)) {
        add(await sumDelivered(facts, name, group, { periods: ['hour', 'day'], now, zoneHours }));
        const long = group.filter((row) => longPeriodsOf([row]).length > 0);
        await readEarlier(name, long, now, zoneHours);
        for (const { id } of long) addEarlier(delivered.get(id), earlier.get(name)?.get(id));
      }
      for (const id of earlier.get(name)?.keys() ?? []) if (!delivered.has(id)) earlier.get(name)?.delete(id);
      return delivered;
    },
  };
}

/** Adds today's delivery to the sums of long periods up to midnight. */
function addEarlier(delivered: Sums | undefined, earlierSums: EarlierSums | undefined): void {
  for (const metric of limitMetrics) {
    const today = delivered?.get(keyOfLimit({ metric, period: 'day' })) ?? 0;
    for (const period of earlierSums?.periods ?? []) {
      const key = keyOfLimit({ metric, period });
      delivered?.set(key, today + (earlierSums?.sums.get(key) ?? 0));
    }
  }
}

function longPeriodsOf(rows: readonly MeasuredRow[]): Period[] {
  return longPeriods.filter((long) => rows.some(({ limits }) => limits.some(({ period }) => period === long)));
}

function byZone(rows: readonly MeasuredRow[]): Map<number, MeasuredRow[]> {
  const groups = new Map<number, MeasuredRow[]>();
  for (const row of rows) groups.set(row.timezone, [...(groups.get(row.timezone) ?? []), row]);
  return groups;
}
