import { zoneLabel } from '../question/calendar.ts';
import type { ReportRequest } from '../question/request.ts';

type Range = Pick<ReportRequest, 'startDate' | 'endDate' | 'times' | 'offset'>;

/** Formats a time of day in minutes: "09:05"; the end of a day is "24:00". */
export function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Formats the range of a report with its zone: "2026-11-01 – 2026-11-02, UTC+1", with times when its days are not
 * whole.
 */
export function rangeText({ startDate, endDate, times, offset }: Range): string {
  const [from, until] = times ? [` ${clockText(times.from)}`, ` ${clockText(times.until)}`] : ['', ''];
  return `${startDate}${from} – ${endDate}${until}, ${zoneLabel(offset)}`;
}

/** The line of a file with its range. */
export function daysLine({ startDate, endDate, times, offset }: Range): string {
  const narrowed = times
    ? `; from ${clockText(times.from)} on the first day to ${clockText(times.until)} on the last`
    : '';
  return `Date range: ${startDate} to ${endDate}; ${zoneLabel(offset)}${narrowed}`;
}
