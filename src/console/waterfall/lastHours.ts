const hourMs = 3_600_000;
const longestOffset = 12;

/** The hour before this one and this one so far, as reports can be asked for it. */
export interface LastHours {
  /** Start of the earlier hour, in ms since the epoch. */
  since: number;
  /** A zone in which that hour is the first of the day, in whole hours from UTC, and the day there: YYYY-MM-DD. */
  offset: number;
  day: string;
}

/**
 * Reports cover whole days, in any zone: in the one where midnight was at the start of the last hour, the day so far is
 * exactly the last hour and this one.
 */
export function lastHoursAt(now: number): LastHours {
  const since = (Math.floor(now / hourMs) - 1) * hourMs;
  const hour = new Date(since).getUTCHours();
  const offset = hour <= longestOffset ? -hour : 24 - hour;
  return { since, offset, day: new Date(since + offset * hourMs).toISOString().slice(0, 10) };
}
