import type { Choice } from '../field/fields.ts';

/** Page sizes that a list offers. There is no "all": a page of everything is what freezes consoles. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const farthestTimezone = 12;

/** The time zones: whole hours from UTC, -12 to 12. */
export const timezones: readonly (Choice & { value: number })[] = Array.from(
  { length: 2 * farthestTimezone + 1 },
  (_, index) => {
    const value = index - farthestTimezone;
    return { value, label: timezoneLabel(value) };
  },
);

/** How a zone is called, from its hours: 3 → "UTC+3", -5 → "UTC-5", 0 → "UTC". */
export function timezoneLabel(hours: number): string {
  if (hours === 0) return 'UTC';
  return hours > 0 ? `UTC+${hours}` : `UTC${hours}`;
}
