import type { DealTraffic } from '#api/entities/listResponse.ts';
import { formatCount } from '../../lib/format.ts';
import type { EntityRow } from '../useEntity.ts';

/** A deal's traffic in the last 24 hours; undefined until it is loaded, and for other entities. */
export function trafficOf(row: EntityRow): DealTraffic | null | undefined {
  return row['traffic'] as DealTraffic | null | undefined;
}

/** A deal's traffic as the text of a column; null when there is none. */
export function trafficCell(column: 'offers' | 'lostBy', row: EntityRow): string | null {
  const traffic = trafficOf(row);
  if (!traffic) return null;
  if (column === 'lostBy') return traffic.reason?.text ?? null;
  return traffic.offers === null ? null : formatCount(traffic.offers);
}

/** The same with its counts, as a title. */
export function trafficTitle(column: 'offers' | 'lostBy', row: EntityRow): string | undefined {
  const reason = trafficOf(row)?.reason;
  return column === 'offers' || !reason ? undefined : `${reason.text}: ${formatCount(reason.count)}`;
}
