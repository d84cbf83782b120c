import { type Day, dayFromNumber, dayNumber } from '#model/calendarDay.ts';

export { type Day, dayNumber } from '#model/calendarDay.ts';

const msPerDay = 86_400_000;

/** Adds days to a day; negative numbers go back. */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** Number of days in a range, both ends included. */
export function daysBetween(first: Day, last: Day): number {
  return dayNumber(last) - dayNumber(first) + 1;
}

/** Whether a day is the first of a month. */
export function isFirstOfMonth(day: Day): boolean {
  return day.endsWith('-01');
}

/** Whether a day is the last of a month. */
export function isLastOfMonth(day: Day): boolean {
  return isFirstOfMonth(addDays(day, 1));
}

/** The first day of the month that is the given number of months after (or before) the day's month. */
export function firstOfMonth(day: Day, months: number): Day {
  const number = monthNumber(day) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${pad((((number % 12) + 12) % 12) + 1)}-01`;
}

/** Number of months between the months of two days: 0 within one month. */
export function monthsBetween(first: Day, last: Day): number {
  return monthNumber(last) - monthNumber(first);
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The Monday of the day's week. */
export function startOfWeek(day: Day): Day {
  const number = dayNumber(day);
  return dayFromNumber(number - ((number + 3) % 7));
}

/** The calendar day of a time (ms since the epoch) at an offset of whole hours from UTC. */
export function dayAt(ms: number, offset: number): Day {
  return dayFromNumber(Math.floor((ms + offset * 3_600_000) / msPerDay));
}

/** The hour of the day, 0–23, of a time (ms since the epoch) at an offset of whole hours from UTC. */
export function hourAt(ms: number, offset: number): number {
  return Math.floor(((((ms + offset * 3_600_000) % msPerDay) + msPerDay) % msPerDay) / 3_600_000);
}

/** Formats an offset: "UTC+3", "UTC−5", "UTC". */
export function zoneLabel(offset: number): string {
  if (offset === 0) return 'UTC';
  return offset > 0 ? `UTC+${offset}` : `UTC−${-offset}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
