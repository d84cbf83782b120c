import { dayFromNumber, dayNumber } from '../calendarDay.ts';

const dayMs = 86_400_000;

/** A calendar month in UTC, as YYYY-MM. */
export type Month = string;

/** Pattern of a month: 2000-01 to 2999-12. */
export const monthPattern = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** Parses the month of a URL; the current month when it is invalid, in the future, or before the year 2000. */
export function readMonth(text: unknown, current: Month): Month {
  return typeof text === 'string' && monthPattern.test(text) && text <= current ? text : current;
}

/** The month that is `count` months later. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The month of an instant, given in ms since the epoch. */
export function monthAt(atMs: number): Month {
  return dayFromNumber(Math.floor(atMs / dayMs)).slice(0, 7);
}

/** The first instant of a month and of the next one, in ms since the epoch. */
export function boundsOf(month: Month): { start: number; end: number } {
  return { start: dayNumber(`${month}-01`) * dayMs, end: dayNumber(`${addMonths(month, 1)}-01`) * dayMs };
}

/** First and last day of a month, YYYY-MM-DD. */
export function daysOf(month: Month): { from: string; to: string } {
  return { from: `${month}-01`, to: dayFromNumber(dayNumber(`${addMonths(month, 1)}-01`) - 1) };
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The label of a month: "November 2026". */
export function monthLabel(month: Month): string {
  const [year = '', number = ''] = month.split('-');
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`;
}
