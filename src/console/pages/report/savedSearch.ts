import { normalizeReport, type ReportRequest, type ReportViewer } from '#reports/index.ts';
import { writeFilter } from '../../reporting/reportLink.ts';
import { rowLimits, type RawSearch } from './reportSearch.ts';

/** A saved question as it was checked, and the preset of its days; null when it cannot be asked any more. */
export function readSaved(
  saved: Record<string, unknown>,
  viewer: ReportViewer,
): { request: ReportRequest; range: string | null } | null {
  const { range, ...body } = saved;
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) return null;
  return { request: normalized.request, range: typeof range === 'string' ? range : null };
}

/** A saved question as the address of the report page: a preset means the days it means today. */
export function searchOfSaved({ request, range }: { request: ReportRequest; range: string | null }): RawSearch {
  const { startDate, endDate, dimensions, metrics, filters, sort, limit, hideZero } = request;
  const [first] = sort;
  return {
    ...(range === null ? { from: startDate, to: endDate } : { range }),
    dims: dimensions.length === 0 ? 'none' : dimensions.join(','),
    metrics: metrics.join(','),
    f: filters.map(writeFilter),
    ...(first ? { sort: `${first.dir === 'desc' ? '-' : ''}${first.key}` } : {}),
    limit: String(rowLimits.find((each) => each >= limit) ?? rowLimits.at(-1)),
    ...(hideZero ? { zero: 'hide' } : {}),
  };
}
