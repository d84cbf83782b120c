/** A calendar day as text: YYYY-MM-DD. Texts of days compare in the order of time. */
export type Day = string;

const msPerDay = 86_400_000;

/** Days since 1970-01-01 of a day of the Gregorian calendar (days-from-civil). */
export function dayNumber(day: Day): number {
  const [y = 1970, m = 1, d = 1] = day.split('-').map(Number);
  const year = m <= 2 ? y - 1 : y;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + d - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The day that lies so many days after 1970-01-01. */
export function dayFromNumber(number: number): Day {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** How many days a range covers, both ends included. */
export function daysBetween(first: Day, last: Day): number {
  return dayNumber(last) - dayNumber(first) + 1;
}

/** Whether a day begins a month. */
export function isFirstOfMonth(day: Day): boolean {
  return day.endsWith('-01');
}

/** Whether a day ends a month. */
export function isLastOfMonth(day: Day): boolean {
  return isFirstOfMonth(addDays(day, 1));
}

/** The first day of the month that lies so many months after, or before, the month of a day. */
export function firstOfMonth(day: Day, months: number): Day {
  const number = monthNumber(day) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${pad((((number % 12) + 12) % 12) + 1)}-01`;
}

/** How many months lie between the months of two days: 0 within one. */
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

/** The calendar day of an instant (ms since the epoch) at an offset of whole hours from UTC. */
export function dayAt(ms: number, offset: number): Day {
  return dayFromNumber(Math.floor((ms + offset * 3_600_000) / msPerDay));
}

/** The hour of the day, 0–23, of an instant at an offset of whole hours from UTC. */
export function hourAt(ms: number, offset: number): number {
  return Math.floor(((((ms + offset * 3_600_000) % msPerDay) + msPerDay) % msPerDay) / 3_600_000);
}

/** An offset as people read it: "UTC+3", "UTC−5", "UTC". */
export function zoneLabel(offset: number): string {
  if (offset === 0) return 'UTC';
  return offset > 0 ? `UTC+${offset}` : `UTC−${-offset}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
