import {
  daysBetween,
  reportLimits,
  reportRanges,
  resolveRange,
  type Day,
  type ReportBody,
  type ReportRange,
} from '#reports/index.ts';
import { rangeLabels } from '../../../../reports/rangeLabels.ts';
import { isDay } from './compare.ts';

/** The range of a report: named or custom. */
export interface SearchRange {
  preset: ReportRange | 'custom';
  /** First and last day, both included. */
  from: Day;
  to: Day;
  /** Start time on the first day and end time on the last, HH:MM; absent for whole days. */
  startTime?: string;
  endTime?: string;
}

const ofTimes: readonly string[] = ['last15Minutes', 'lastHour', 'last24Hours', 'last72Hours'] satisfies ReportRange[];

/** Whether a named range moves with every minute. */
export function isMinuteRange(name: unknown): boolean {
  return typeof name === 'string' && ofTimes.includes(name);
}

/**
 * Resolves a named range. `now` is YYYY-MM-DD, followed by " HH:MM" for minute ranges, in the time zone of the report.
 */
export function rangeNamed(preset: ReportRange, now: string): SearchRange {
  const instant = now.length === 10 ? `${now}T00:00Z` : `${now.replace(' ', 'T')}Z`;
  const { startDate, endDate, ...times } = resolveRange(preset, Date.parse(instant), 0);
  return { preset, from: startDate, to: endDate, ...times };
}

/** Whether a text is the name of a range. */
export function isRangeName(text: string | undefined): text is ReportRange {
  return reportRanges.some((name) => name === text);
}

const endForm = /^(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d|24:00))?$/;

/**
 * Parses a custom range from its two ends, YYYY-MM-DD, followed by THH:MM for partial days. Returns null when it is
 * invalid.
 */
export function readEnds(first: string | undefined, last: string | undefined): SearchRange | null {
  const [, from, startTime] = endForm.exec(first ?? '') ?? [];
  const [, to, endTime] = endForm.exec(last ?? '') ?? [];
  if (!isDay(from) || !isDay(to) || from > to || daysBetween(from, to) > reportLimits.days) return null;
  if (from === to && (startTime ?? '00:00') >= (endTime ?? '24:00')) return null;
  return {
    preset: 'custom',
    from,
    to,
    ...(startTime && startTime !== '00:00' ? { startTime } : {}),
    ...(endTime && endTime !== '24:00' ? { endTime } : {}),
  };
}

/** The URL values of the ends of a custom range. */
export function writeEnds({ from, to, startTime, endTime }: SearchRange): { from: string; to: string } {
  return { from: startTime ? `${from}T${startTime}` : from, to: endTime ? `${to}T${endTime}` : to };
}

/** The range as fields of a report request. */
export function bodyRange({
  from,
  to,
  startTime,
  endTime,
}: SearchRange): Pick<ReportBody, 'startDate' | 'endDate' | 'startTime' | 'endTime'> {
  return {
    startDate: from,
    endDate: to,
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
  };
}

/** Text of a range: "Last 7 days", or "2026-03-01 09:00 – 2026-03-05". */
export function searchRangeText(range: SearchRange): string {
  return range.preset === 'custom' ? endsText(range) : rangeLabels[range.preset];
}

/** Text of the ends of a range. */
export function endsText({ from, to, startTime, endTime }: SearchRange): string {
  if (!startTime && !endTime) return from === to ? from : `${from} – ${to}`;
  return `${from} ${startTime ?? '00:00'} – ${to} ${endTime ?? '24:00'}`;
}
