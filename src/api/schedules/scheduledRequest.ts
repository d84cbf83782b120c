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

/** The question of a run, and the days that it is about. */
export interface ScheduledRequest {
  request: Record<string, unknown>;
  /** First and last day, and hours from UTC in which they are counted. */
  startDate: string;
  endDate: string;
  offset: number;
}

/**
 * What a schedule asks at a due time (ms since the epoch). Days that move along with today are those of its zone, and
 * counted there: in whole hours from UTC, a broken offset rounded up, so that a day that is over is over in the report
 * too. Days that are fixed stay as they are. A file has all rows.
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
