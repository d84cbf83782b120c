import {
  clockText,
  currentMetricColumn,
  normalizeReport,
  type ComparedTo,
  type ReportBody,
  type ReportRequest,
  type ReportViewer,
} from '#reports/index.ts';
import { writeFilter } from '../../../../reports/reportLink.ts';
import { writeCompare } from './compare.ts';
import { writeHaving, type SearchHaving } from './having.ts';
import { rowLimits, writeSearch, type RawSearch, type ReportSearch } from './reportSearch.ts';

/** A validated saved request, with the parts that the URL writes in its own form. */
export interface SavedQuestion {
  request: ReportRequest;
  /** The named range; null for custom dates. */
  range: string | null;
  having: SearchHaving[];
  compare: ComparedTo | null;
  /** Hours from UTC; null = the user's time zone. */
  zone: number | null;
}

/** Reads a saved request; null when it is no longer valid or allowed. */
export function readSaved(saved: Record<string, unknown>, viewer: ReportViewer): SavedQuestion | null {
  const { range, ...body } = saved;
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) return null;
  // The body has been validated, so its metric filters and comparison are used as written.
  const { having = [], compare = null } = body as Pick<ReportBody, 'having' | 'compare'>;
  return {
    request: normalized.request,
    range: typeof range === 'string' ? range : null,
    having: having.map(({ metric, op, value }) => ({ metric: currentMetricColumn(metric), op, value: String(value) })),
    compare,
    zone: normalized.request.offset === viewer.timezone ? null : normalized.request.offset,
  };
}

/** The view that is saved with a report: what differs from the defaults. */
export function viewOf(search: ReportSearch): Record<string, string> {
  const written = writeSearch(search);
  return Object.fromEntries(
    ['pivot', 'view', 'chart', 'top'].flatMap((part) => {
      const value = written[part];
      return typeof value === 'string' || typeof value === 'number' ? [[part, String(value)]] : [];
    }),
  );
}

/** The URL of a saved request with its saved view. A named range means its current dates. */
export function searchOfSaved(
  { request, range, having, compare, zone }: SavedQuestion,
  view: Record<string, string> | null,
): RawSearch {
  const { startDate, endDate, times, dimensions, metrics, filters, sort, limit, traffic, hideZero } = request;
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
    ...(traffic === 'live' ? {} : { traffic }),
    limit: String(rowLimits.find((each) => each >= limit) ?? 'none'),
    ...(hideZero ? { zero: 'hide' } : {}),
    ...view,
  };
}
