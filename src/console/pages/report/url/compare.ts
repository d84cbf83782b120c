import { addDays, type ComparedTo, type Day } from '#reports/index.ts';

/** Reads a comparison from an address: previous, week, or the first day to compare with; null when it makes no sense. */
export function readCompare(text: string | undefined): ComparedTo | null {
  if (text === 'previous' || text === 'week') return { to: text };
  return text !== undefined && isDay(text) ? { to: 'custom', startDate: text } : null;
}

/** Writes a comparison as an address holds it. */
export function writeCompare(compare: ComparedTo | null): string | undefined {
  return compare?.to === 'custom' ? compare.startDate : compare?.to;
}

/** Whether a text is a day that exists. */
export function isDay(text: string | undefined): text is Day {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  // A day that does not exist, such as 30 February, comes back as another.
  return addDays(text, 0) === text;
}
