import { addDays, type Day } from '#reports/index.ts';

/** A calendar month as YYYY-MM. */
export type Month = string;

/** The month of an address; the current one when it names none, one that is still to come, or one before the year 2000. */
export function readMonth(text: unknown, current: Month): Month {
  return typeof text === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(text) && text <= current ? text : current;
}

/** The month so many months later. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** First and last day of a month; the current one ends today. */
export function daysOf(month: Month, today: Day): { from: Day; to: Day } {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  return { from: `${month}-01`, to: last < today ? last : today };
}

/** A month in words: "November 2026". */
export function monthLabel(month: Month): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
