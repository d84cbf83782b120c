import { addDays, dayAt, daysBetween, hourAt, type Day } from '#reports/index.ts';

/** A range of days, optionally narrowed to times. */
export interface Period {
  startDate: Day;
  endDate: Day;
  /** Minutes of the first and last day. Absent = whole days. */
  times?: { from: number; until: number };
}

/** An earlier period that is compared with one that may still be running. */
export interface ComparedPeriod {
  startDate: Day;
  endDate: Day;
  /** The part with whole hours; null = none, in the first hour of a day. */
  whole: Period | null;
  /** The hour of which only a share counts, as much as has passed of the running hour; null = none. */
  partial: { period: Period; share: number } | null;
  /** The hour of the last day until which it counts, to the minute: 16.5 = 16:30; null = the whole day. */
  until: number | null;
}

const hourMs = 3_600_000;

/**
 * The period of the same length before this one. While the period is still running, the earlier one ends at the same
 * time of day, so that both cover the same hours.
 */
export function periodBefore({ startDate, endDate }: Period, now: { ms: number; offset: number }): ComparedPeriod {
  const length = daysBetween(startDate, endDate);
  const days = { startDate: addDays(startDate, -length), endDate: addDays(endDate, -length) };
  if (endDate !== dayAt(now.ms, now.offset)) return { ...days, whole: days, partial: null, until: null };
  const hour = hourAt(now.ms, now.offset);
  const share = (now.ms % hourMs) / hourMs;
  const last = { startDate: days.endDate, endDate: days.endDate };
  const earlier = { startDate: days.startDate, endDate: addDays(days.endDate, -1) };
  const isOneDay = days.startDate === days.endDate;
  return {
    ...days,
    whole: hour > 0 ? { ...days, times: { from: 0, until: hour * 60 } } : isOneDay ? null : earlier,
    partial: { period: { ...last, times: { from: hour * 60, until: (hour + 1) * 60 } }, share },
    until: hour + Math.floor(share * 60) / 60,
  };
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
