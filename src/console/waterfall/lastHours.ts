const hourMs = 3_600_000;
const longestOffset = 12;

/** The previous hour and the current one so far, as a report range. */
export interface LastHours {
  /** Start of the previous hour, in milliseconds since the epoch. */
  since: number;
  /** A UTC offset in whole hours at which that hour is the first of the day, and the day there: YYYY-MM-DD. */
  offset: number;
  day: string;
}

/**
 * Computes the range. Reports cover whole days in any zone: in the one where the previous hour started at midnight, the
 * day so far is exactly the previous hour and the current one.
 */
export function lastHoursAt(now: number): LastHours {
  const since = (Math.floor(now / hourMs) - 1) * hourMs;
  const hour = new Date(since).getUTCHours();
  const offset = hour <= longestOffset ? -hour : 24 - hour;
  return { since, offset, day: new Date(since + offset * hourMs).toISOString().slice(0, 10) };
}
