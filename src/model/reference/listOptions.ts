import type { Choice } from '../field/choice.ts';

/** Page sizes of lists. There is no "all": a page with everything would freeze the console. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const farthestTimezone = 12;

/** Time zones: UTC offsets in whole hours, -12 to 12. */
export const timezones: readonly (Choice & { value: number })[] = Array.from(
  { length: 2 * farthestTimezone + 1 },
  (_, index) => {
    const value = index - farthestTimezone;
    return { value, label: timezoneLabel(value) };
  },
);

/** The label of a UTC offset in hours: 3 → "UTC+3", -5 → "UTC-5", 0 → "UTC". */
export function timezoneLabel(hours: number): string {
  if (hours === 0) return 'UTC';
  return hours > 0 ? `UTC+${hours}` : `UTC${hours}`;
}
