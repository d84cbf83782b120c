import {
  addDays,
  reportFieldsFor,
  dimensionOf,
  reportLimits,
  type ReportFieldDimension,
  type Day,
  type DimensionKey,
  type MetricRights,
  type ReportRow,
} from '#reports/index.ts';
import { isInterval, type Interval } from '../url/intervals.ts';
import type { ReportSearch, SearchFilter } from '../url/reportSearch.ts';
import type { SearchRange } from '../url/searchRange.ts';

/** A change of the page state. */
export type SearchPart = Partial<ReportSearch>;

/** Filters a report to one value of a row; null when no filter can (an hour of the day, an unknown value). */
export function narrowTo(search: ReportSearch, row: ReportRow, key: DimensionKey): SearchPart | null {
  const value = row[key];
  if (value === null || value === undefined) return null;
  if (isInterval(key)) {
    const days = daysOf(key, String(value));
    return days ? { range: within(search.range, days) } : null;
  }
  if (dimensionOf(key).kind === 'time') return null;
  const filter: SearchFilter = { dim: key, op: 'in', values: [String(value)] };
  const others = search.filters.filter(({ dim, op }) => dim !== key || op !== 'in');
  return others.length < reportLimits.filters ? { filters: [...others, filter] } : null;
}

/** Excludes one value from a report; null when no filter can. */
export function leaveOut(search: ReportSearch, row: ReportRow, key: DimensionKey): SearchPart | null {
  const value = row[key];
  if (value === null || value === undefined || dimensionOf(key).kind === 'time') return null;
  const before = search.filters.find(({ dim, op }) => dim === key && op === 'not_in');
  const values = [...new Set([...(before?.values ?? []), String(value)])];
  const others = search.filters.filter((filter) => filter !== before);
  if (others.length >= reportLimits.filters || values.length > reportLimits.filterValues) return null;
  return { filters: [...others, { dim: key, op: 'not_in', values }] };
}

/** Filters a report to one value and replaces its dimension with another. */
export function breakDown(
  search: ReportSearch,
  row: ReportRow,
  key: DimensionKey,
  by: DimensionKey,
): SearchPart | null {
  const narrowed = narrowTo(search, row, key);
  if (!narrowed) return null;
  const dims = search.dims.map((each) => (each === key ? by : each));
  return { ...narrowed, dims: [...new Set(dims)], pivot: search.pivot === key ? null : search.pivot, sort: null };
}

/** The dimensions by which a value can be broken down: those that the report does not have. */
export function nextDimensions(search: ReportSearch, key: DimensionKey, rights: MetricRights): ReportFieldDimension[] {
  return reportFieldsFor(rights).dimensions.filter(
    (dimension) => !search.dims.includes(dimension.key) && dimension.key !== key,
  );
}

/** The dates of a time value, as in rows; null when the text is not one. */
export function daysOf(interval: Interval, value: string): { from: Day; to: Day } | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  if (interval === 'week') return day ? { from: day, to: addDays(day, 6) } : null;
  if (interval === 'month' || interval === 'quarter') return monthsOf(value, interval === 'month' ? 1 : 3);
  return day ? { from: day, to: day } : null;
}

/** The dates of `count` months from "2026-11", or from a quarter given as "2026-Q4" or by its first month. */
function monthsOf(value: string, count: number): { from: Day; to: Day } | null {
  const [, year, quarter, month] = /^(\d{4})-(?:Q([1-4])|(\d\d))/.exec(value) ?? [];
  if (year === undefined) return null;
  const first = quarter === undefined ? Number(month) : 3 * Number(quarter) - 2;
  const after = Number(year) * 12 + first - 1 + count;
  const next = `${Math.floor(after / 12)}-${String((after % 12) + 1).padStart(2, '0')}-01`;
  return { from: `${year}-${String(first).padStart(2, '0')}-01`, to: addDays(next, -1) };
}

/** The part of a range that lies within some dates. An end that does not change keeps its time. */
function within(range: SearchRange, days: { from: Day; to: Day }): SearchRange {
  const from = days.from < range.from ? range.from : days.from;
  const to = days.to > range.to ? range.to : days.to;
  return {
    preset: 'custom',
    from,
    to,
    ...(range.startTime && from === range.from ? { startTime: range.startTime } : {}),
    ...(range.endTime && to === range.to ? { endTime: range.endTime } : {}),
  };
}
