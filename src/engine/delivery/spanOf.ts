import type { Limit } from '#model/index.ts';
import { utcTime } from '../utcTime.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time range in milliseconds since the epoch: `start` inclusive, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Later than any request: the end of unlimited periods. */
export const endOfTime = utcTime('9999-12-31');

/** The current period of a cap at a UTC offset of whole hours. Weeks start on Monday; a lifetime has no end. */
export function spanOf(period: Limit['period'], now: number, zoneHours: number): Span {
  const shift = zoneHours * hourMs;
  // The epoch began on a Thursday.
  const sinceMonday = 3 * dayMs;
  if (period === 'minute') return fixedLengthSpan(now, minuteMs, 0);
  if (period === 'hour') return fixedLengthSpan(now, hourMs, 0);
  if (period === 'day') return fixedLengthSpan(now, dayMs, shift);
  if (period === 'week') return fixedLengthSpan(now, 7 * dayMs, shift + sinceMonday);
  if (period === 'month') return monthSpan(now, shift);
  return { start: 0, end: endOfTime };
}

/** The current period of a fixed length, where one such period starts `shift` before the epoch. */
function fixedLengthSpan(now: number, length: number, shift: number): Span {
  const start = Math.floor((now + shift) / length) * length - shift;
  return { start, end: start + length };
}

function monthSpan(now: number, shift: number): Span {
  const month = monthOf(Math.floor((now + shift) / dayMs));
  return { start: startOf(month) - shift, end: startOf(month + 1) - shift };
}

/** The start of a month, counted from January of the year 0. */
function startOf(month: number): number {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return utcTime(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`);
}

/**
 * The month of a day since the epoch. Counted years start in March, so that leap days come last; the calendar repeats
 * every 400 years.
 */
function monthOf(day: number): number {
  const sinceYear0 = day + 719_468;
  const era = Math.floor(sinceYear0 / 146_097);
  const dayOfEra = sinceYear0 - era * 146_097;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  return (era * 400 + yearOfEra) * 12 + marchMonth + 2;
}
