import type { DealTraffic } from '#api/entities/listAnswer.ts';
import { formatCount } from '../../lib/format.ts';
import type { EntityRow } from '../useEntity.ts';

/** What came of a deal in the last 24 hours, which lists of deals alone have; undefined while it is not known. */
export function trafficOf(row: EntityRow): DealTraffic | null | undefined {
  return row['traffic'] as DealTraffic | null | undefined;
}

/** The same in a column; null where there is nothing to tell. */
export function trafficCell(column: 'seen' | 'lostBy', row: EntityRow): string | null {
  const traffic = trafficOf(row);
  if (!traffic) return null;
  if (column === 'lostBy') return traffic.reason?.text ?? null;
  return traffic.seen === null ? null : formatCount(traffic.seen);
}

/** The same with its count, for a title. */
export function trafficTitle(column: 'seen' | 'lostBy', row: EntityRow): string | undefined {
  const reason = trafficOf(row)?.reason;
  return column === 'seen' || !reason ? undefined : `${reason.text}: ${formatCount(reason.count)}`;
}
