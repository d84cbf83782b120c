import { addDays, dayAt, daysBetween, hourAt, type Day } from '#reports/index.ts';

/** A range of days, optionally narrowed to times. */
export interface Period {
  startDate: Day;
  endDate: Day;
  /** Minutes of the first and last day. Absent = whole days. */
  times?: { from: number; until: number };
}

/**
 * The period of the same length before this one. While the period is still running, the earlier one ends at the same
 * time of day, to the nearest hour, so that half a day is not compared with a whole one.
 */
export function periodBefore({ startDate, endDate }: Period, now: { ms: number; offset: number }): Period {
  const length = daysBetween(startDate, endDate);
  const before = { startDate: addDays(startDate, -length), endDate: addDays(endDate, -length) };
  if (endDate !== dayAt(now.ms, now.offset)) return before;
  const halfHour = 1_800_000;
  const isNewDay = dayAt(now.ms + halfHour, now.offset) !== endDate;
  return { ...before, times: { from: 0, until: (isNewDay ? 24 : hourAt(now.ms + halfHour, now.offset)) * 60 } };
}

/** The last hours until now, in whole hours: the earliest hour counts in full. */
export function lastHours(count: number, now: { ms: number; offset: number }): Period {
  const start = now.ms - count * 3_600_000;
  return {
    startDate: dayAt(start, now.offset),
    endDate: dayAt(now.ms, now.offset),
    times: { from: hourAt(start, now.offset) * 60, until: 24 * 60 },
  };
}
