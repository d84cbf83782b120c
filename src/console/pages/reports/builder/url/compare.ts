import { addDays, type ComparedTo, type Day } from '#reports/index.ts';

/** Parses a comparison in a URL: previous, week, or the first day to compare with. Returns null when it is invalid. */
export function readCompare(text: string | undefined): ComparedTo | null {
  if (text === 'previous' || text === 'week') return { to: text };
  return text !== undefined && isDay(text) ? { to: 'custom', startDate: text } : null;
}

/** The URL value of a comparison. */
export function writeCompare(compare: ComparedTo | null): string | undefined {
  return compare?.to === 'custom' ? compare.startDate : compare?.to;
}

/** Whether a text is a valid date. */
export function isDay(text: string | undefined): text is Day {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  // A date that does not exist, such as 30 February, normalizes to another.
  return addDays(text, 0) === text;
}
