import type { DealTraffic } from '#api/entities/listAnswer.ts';
import { formatCount } from '../lib/format.ts';

type Told = DealTraffic | null | undefined;

/** What came of a deal in the last 24 hours; null where there is nothing to tell. */
export function trafficCell(column: 'seen' | 'lostBy', traffic: Told): string | null {
  if (!traffic) return null;
  if (column === 'lostBy') return traffic.reason?.text ?? null;
  return traffic.seen === null ? null : formatCount(traffic.seen);
}

/** The same with its count, for a title. */
export function trafficTitle(column: 'seen' | 'lostBy', traffic: Told): string | undefined {
  if (column === 'seen' || !traffic?.reason) return undefined;
  return `${traffic.reason.text}: ${formatCount(traffic.reason.count)}`;
}
