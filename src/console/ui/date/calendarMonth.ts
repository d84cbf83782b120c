/** Days are YYYY-MM-DD and months YYYY-MM throughout; no time zone is involved. */
const DAY_MS = 86_400_000;

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toDay(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

/** The same day of another month, or that month's last day when it is shorter. */
export function addMonthsToDay(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The six weeks from Monday to Sunday that contain a month: all calendars have the same height. */
export function weeksOf(month: string): string[][] {
  const first = mondayOf(`${month}-01`);
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)));
}

/** Formats a day: "Thursday, 5 March 2026". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00Z`));
}

/** Formats a month: "March 2026". */
export function formatMonth(month: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01T00:00Z`));
}

/**
 * Parses a typed or pasted date to YYYY-MM-DD: "2026-03-05", "2026/3/5", "20260305", "2026-03-05T10:00:00Z" (its date).
 * '' stays ''. Returns null for an invalid date.
 */
export function normalizeDate(text: string): string | null {
  const bare = text.trim();
  if (bare === '') return '';
  const parts = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T\s].*)?$/.exec(bare);
  if (!parts) return null;
  const [, year = '', divider, month = '', date = ''] = parts;
  if (divider === '' && (month.length < 2 || date.length < 2)) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || toDay(ms) !== day ? null : day;
}
