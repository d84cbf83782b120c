import { addDays, firstOfMonth, startOfWeek, type Day } from './calendar.ts';
import type { ReportRange } from './request.ts';

/** The name of a relative range of whole days. */
export type DayRange = Exclude<ReportRange, 'last15Minutes' | 'lastHour' | 'last24Hours' | 'last72Hours'>;

const ends: Record<DayRange, (today: Day) => [Day, Day]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  last7: (today) => [addDays(today, -6), today],
  last14: (today) => [addDays(today, -13), today],
  last30: (today) => [addDays(today, -29), today],
  weekToDate: (today) => [startOfWeek(today), today],
  lastWeek: (today) => [addDays(startOfWeek(today), -7), addDays(startOfWeek(today), -1)],
  monthToDate: (today) => [firstOfMonth(today, 0), today],
  lastMonth: (today) => [firstOfMonth(today, -1), addDays(firstOfMonth(today, 0), -1)],
  quarterToDate: (today) => [firstOfMonth(today, -((Number(today.slice(5, 7)) - 1) % 3)), today],
};

/** Whether a range has whole days. */
export function isDayRange(range: ReportRange): range is DayRange {
  return Object.hasOwn(ends, range);
}

/** First and last day of a range, given today. "Last n days" ends today. */
export function rangeDays(range: DayRange, today: Day): [Day, Day] {
  return ends[range](today);
}
