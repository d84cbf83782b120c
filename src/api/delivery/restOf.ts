import { type Nanos, nanosFromUsd } from '#model/index.ts';
import type { CappedRow } from '#storage/entities/capStore.ts';

/** What an object has delivered. Money is nano-USD. */
export interface Delivered {
  reqsToday: number;
  impsToday: number;
  revToday: Nanos;
  impsTotal: number;
}

/** Nothing delivered. */
export const nothingDelivered: Delivered = { reqsToday: 0, impsToday: 0, revToday: 0, impsTotal: 0 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Later than any request: the rest of what has had all it may ever have. */
export const forGood = '9999-12-31T00:00:00.000Z';

/** The midnight with which the current day began in a zone, in milliseconds since the epoch. `timezone`: hours from UTC. */
export function dayStart(now: number, timezone: number): number {
  const shift = timezone * hourMs;
  return Math.floor((now + shift) / dayMs) * dayMs - shift;
}

/** Until when an object rests by its caps, ISO 8601; null = it does not. */
export function restOf(
  row: CappedRow,
  { reqsToday, impsToday, revToday, impsTotal }: Delivered,
  now: number,
): string | null {
  if (isReached(row.impsTotal, impsTotal)) return forGood;
  const isOver =
    isReached(row.reqsPerDay, reqsToday) ||
    isReached(row.impsPerDay, impsToday) ||
    isReached(row.spendPerDay === null ? null : Number(nanosFromUsd(row.spendPerDay)), revToday);
  return isOver ? new Date(dayStart(now, row.timezone) + dayMs).toISOString() : null;
}

function isReached(cap: number | null, delivered: number): boolean {
  return cap !== null && delivered >= cap;
}
