import {
  dimensionOf,
  inSentence,
  isDimensionKey,
  type Day,
  type EmptyReason,
  type ReportBody,
} from '#reports/index.ts';
import { writeFilter } from '../../../reports/reportLink.ts';
import type { ReportSearch } from './url/reportSearch.ts';
import type { ReportFix } from './url/resolveReport.ts';
import { endsText, rangeNamed, type SearchRange } from './url/searchRange.ts';

/**
 * Changes that would bring rows to an empty report: by its reasons, or by filters and dates when no reason is known.
 */
export function emptyActions(
  reasons: readonly EmptyReason[],
  { body, search, today }: { body: ReportBody; search: ReportSearch; today: Day },
): ReportFix[] {
  const codes = reasons.map(({ code }) => code);
  const isUnknown = codes.length === 0;
  const isOf = (...wanted: string[]) => isUnknown || codes.some((code) => wanted.includes(code));
  const actions = reasons.flatMap((reason) => actionOf(reason, body, search) ?? []);
  const isFilterOffered = search.filters.length === 1 && actions.some(({ part }) => part.filters);
  if (search.traffic === 'test') actions.push({ label: 'Show live traffic', part: { traffic: 'live' } });
  if (search.filters.length > 0 && !isFilterOffered && isOf('filter', 'filters')) {
    actions.push({ label: 'Clear filters', part: { filters: [] } });
  }
  if (search.having.length > 0 && isOf('conditions')) {
    actions.push({ label: 'Clear metric filters', part: { having: [] } });
  }
  const isRangeOffered = actions.some(({ part }) => part.range) || codes.includes('no_traffic_yet');
  if (search.range.preset !== 'last30' && !isRangeOffered) {
    actions.push({ label: 'Show last 30 days', part: { range: rangeNamed('last30', today) } });
  }
  return actions;
}

function actionOf({ code, path, days }: EmptyReason, body: ReportBody, search: ReportSearch): ReportFix | null {
  if (code === 'all_zero') return { label: 'Show zero rows', part: { hideZero: false } };
  if (days) {
    const range: SearchRange = { preset: 'custom', from: days.startDate, to: days.endDate };
    return { label: `Show ${endsText(range)}`, part: { range } };
  }
  const filter = code === 'filter' ? body.filters?.[Number(path.split('.')[1])] : undefined;
  if (!filter || !isDimensionKey(filter.dim)) return null;
  const others = search.filters.filter((each) => written(each) !== written(filter));
  if (others.length < search.filters.length) {
    return { label: `Remove ${inSentence(dimensionOf(filter.dim).label)} filter`, part: { filters: others } };
  }
  // Any other filter in the request comes from hiding errors.
  return search.hideErrors ? { label: 'Show errors', part: { hideErrors: false } } : null;
}

const written = (filter: { dim: string; op: string; values: readonly unknown[] }) =>
  writeFilter(filter as Parameters<typeof writeFilter>[0]);
