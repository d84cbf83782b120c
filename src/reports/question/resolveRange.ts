import { addDays, dayAt, type Day } from './calendar.ts';
import { isDayRange, rangeDays, type DayRange } from './rangeDays.ts';
import type { ReportBody } from './reportBody.ts';
import type { ReportRange } from './request.ts';

const msPerMinute = 60_000;
const minutesPerDay = 1440;

/** Length of time ranges, and the step to which their end is rounded up, in minutes. */
const ofTimes: Record<Exclude<ReportRange, DayRange>, { length: number; step: number }> = {
  last15Minutes: { length: 15, step: 1 },
  lastHour: { length: 60, step: 1 },
  // Whole hours, so that roll-ups can be read: single facts have a shorter retention.
  last24Hours: { length: 24 * 60, step: 60 },
  last72Hours: { length: 72 * 60, step: 60 },
};

/** The days of a report, with start and end times when they are not whole. */
export type ResolvedRange = Pick<ReportBody, 'startDate' | 'endDate' | 'startTime' | 'endTime'>;

/**
 * Resolves a named range at a time (ms since the epoch) and an offset of whole hours from UTC. "Last n days" end today;
 * the last minutes end with the current minute, the last hours with the current hour.
 */
export function resolveRange(range: ReportRange, now: number, offset: number): ResolvedRange {
  if (isDayRange(range)) {
    const [startDate, endDate] = rangeDays(range, dayAt(now, offset));
    return { startDate, endDate };
  }
  const { length, step } = ofTimes[range];
  const until = (Math.floor(now / msPerMinute / step) + 1) * step;
  const [start, end] = [momentOf(until - length, offset), momentOf(until, offset)];
  // A range that ends at midnight ends at 24:00 of the previous day.
  const [endDate, endTime] = end.time === '00:00' ? [addDays(end.day, -1), '24:00'] : [end.day, end.time];
  return {
    startDate: start.day,
    endDate,
    ...(start.time === '00:00' ? {} : { startTime: start.time }),
    ...(endTime === '24:00' ? {} : { endTime }),
  };
}

/** The day and time of day of a minute since the epoch. */
function momentOf(minutes: number, offset: number): { day: Day; time: string } {
  const minuteOfDay = (((minutes + offset * 60) % minutesPerDay) + minutesPerDay) % minutesPerDay;
  const time = [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return { day: dayAt(minutes * msPerMinute, offset), time };
}
