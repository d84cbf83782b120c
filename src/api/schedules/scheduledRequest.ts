import { offsetAt, zonedDay } from '#model/index.ts';
import {
  isDayRange,
  rangeDays,
  resolveRange,
  type Day,
  type DayRange,
  type ReportRange,
  type ResolvedRange,
} from '#reports/index.ts';

/** The report request of a run, and its days. */
export interface ScheduledRequest {
  request: Record<string, unknown>;
  /** First and last day, and the offset from UTC in whole hours in which they are counted. */
  startDate: string;
  endDate: string;
  offset: number;
}

/**
 * The report request of a schedule at a due time (ms since the epoch). Relative days are those of the schedule's zone:
 * in whole hours from UTC, a fractional offset rounded up, so that a day that is over is also over in the report. Fixed
 * days stay as they are. A file has all rows.
 */
export function scheduledRequest(saved: Record<string, unknown>, zone: string, due: number): ScheduledRequest {
  const range = saved['range'] as ReportRange | undefined;
  if (range === undefined) {
    const { startDate, endDate, offset } = saved as Omit<ScheduledRequest, 'request'>;
    return { request: { ...saved, limit: null }, startDate, endDate, offset };
  }
  const offset = Math.max(-12, Math.min(12, Math.ceil(offsetAt(zone, due) / 60)));
  const days = isDayRange(range) ? daysOf(range, zonedDay(zone, due)) : resolveRange(range, due, offset);
  const { startTime: _start, endTime: _end, ...rest } = saved;
  const { startDate, endDate } = days;
  return { request: { ...rest, ...days, offset, limit: null }, startDate, endDate, offset };
}

function daysOf(range: DayRange, today: Day): ResolvedRange {
  const [startDate, endDate] = rangeDays(range, today);
  return { startDate, endDate };
}
