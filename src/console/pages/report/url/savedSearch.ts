import {
  clockText,
  normalizeReport,
  type ComparedTo,
  type ReportBody,
  type ReportRequest,
  type ReportViewer,
} from '#reports/index.ts';
import { writeFilter } from '../../../reporting/reportLink.ts';
import { writeCompare } from './compare.ts';
import { writeHaving, type SearchHaving } from './having.ts';
import { rowLimits, writeSearch, type RawSearch, type ReportSearch } from './reportSearch.ts';

/** A saved question as it was checked, with what of it the page writes in its own way. */
export interface SavedQuestion {
  request: ReportRequest;
  /** The preset of its days; null for days of choice. */
  range: string | null;
  having: SearchHaving[];
  compare: ComparedTo | null;
  /** Hours from UTC; null = the zone of the reader. */
  zone: number | null;
}

/** Reads a saved question; null when it cannot be asked any more. */
export function readSaved(saved: Record<string, unknown>, viewer: ReportViewer): SavedQuestion | null {
  const { range, ...body } = saved;
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) return null;
  // What was checked is a question: its conditions and comparison are taken as they were asked.
  const { having = [], compare = null } = body as Pick<ReportBody, 'having' | 'compare'>;
  return {
    request: normalized.request,
    range: typeof range === 'string' ? range : null,
    having: having.map((condition) => ({ ...condition, value: String(condition.value) })),
    compare,
    zone: normalized.request.offset === viewer.timezone ? null : normalized.request.offset,
  };
}

/** How the page shows a report, as it is saved with it: what differs from what a bare address shows. */
export function viewOf(search: ReportSearch): Record<string, string> {
  const written = writeSearch(search);
  return Object.fromEntries(
    ['pivot', 'view', 'chart', 'top'].flatMap((part) => {
      const value = written[part];
      return typeof value === 'string' || typeof value === 'number' ? [[part, String(value)]] : [];
    }),
  );
}

/** A saved question as the address of the report page, shown as it was: a preset means the days it means today. */
export function searchOfSaved(
  { request, range, having, compare, zone }: SavedQuestion,
  view: Record<string, string> | null,
): RawSearch {
  const { startDate, endDate, times, dimensions, metrics, filters, sort, limit, hideZero } = request;
  const first = times?.from ? `${startDate}T${clockText(times.from)}` : startDate;
  const last = times && times.until < 1440 ? `${endDate}T${clockText(times.until)}` : endDate;
  const [order] = sort;
  return {
    ...(range === null ? { from: first, to: last } : { range }),
    dims: dimensions.length === 0 ? 'none' : dimensions.join(','),
    metrics: metrics.join(','),
    f: filters.map(writeFilter),
    ...(having.length > 0 ? { having: having.map(writeHaving) } : {}),
    ...(compare ? { compare: writeCompare(compare) } : {}),
    ...(zone === null ? {} : { zone: String(zone) }),
    ...(order ? { sort: `${order.dir === 'desc' ? '-' : ''}${order.key}` } : {}),
    limit: String(rowLimits.find((each) => each >= limit) ?? rowLimits.at(-1)),
    ...(hideZero ? { zero: 'hide' } : {}),
    ...view,
  };
}
