import { instantOf, type UtcOffset } from '../lib/offsetTime.ts';
import { addDays } from '../ui/date/calendarMonth.ts';
import { rangeOf, type DateRange, type RangePreset } from '../ui/date/dateRange.ts';

/** The ranges that logs offer. */
export const logPresets = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'monthToDate',
  'lastMonth',
  'quarterToDate',
] as const satisfies readonly RangePreset[];

const defaultPreset = 'last30';

/** The URL state of a log's days: a named range, or the first and last day of a custom one. */
export interface RangeSearch {
  range?: (typeof logPresets)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The days of a state; by default the last thirty. */
export function rangeOfSearch({ range, from, to }: RangeSearch, today: string): DateRange {
  if (from !== undefined && to !== undefined && from <= to) return { preset: 'custom', from, to };
  return rangeOf(range ?? defaultPreset, today);
}

/** The URL state of a range. */
export function searchOfRange({ preset, from, to }: DateRange): RangeSearch {
  if (preset === 'custom') return { range: undefined, from, to };
  const named = logPresets.find((each) => each === preset);
  return { range: named === defaultPreset ? undefined : named, from: undefined, to: undefined };
}

/** The days of a state as instants of the user's time zone. `to` is exclusive. */
export function instantsOfSearch(
  search: RangeSearch,
  today: string,
  timezone: UtcOffset,
): { from: string | undefined; to: string | undefined } {
  const { from, to } = rangeOfSearch(search, today);
  return { from: isoOf(from, timezone), to: isoOf(addDays(to, 1), timezone) };
}

function isoOf(date: string, timezone: UtcOffset): string | undefined {
  const ms = instantOf(date, timezone);
  return ms === null ? undefined : new Date(ms).toISOString();
}
