import {
  reportFieldsFor,
  dimensionOf,
  isAvailableOn,
  metricOf,
  normalizeReport,
  planReport,
  type DimensionKey,
  type MetricKey,
  type ReportViewer,
} from '#reports/index.ts';
import type { ReportSearch, SearchFilter } from '../url/reportSearch.ts';

/** The parts of a query that determine whether facts can answer it. */
export type ReportSelection = Pick<ReportSearch, 'dims' | 'metrics' | 'filters'>;

/** Why a dimension or metric cannot be combined with the selection. */
export interface Conflict {
  message: string;
  /** The parts to remove, as a label, and the selection without them; null when nothing helps. */
  resolution: { label: string; selection: ReportSelection } | null;
}

/** A part of a query that can be removed. */
type Part =
  | { type: 'dimension'; key: DimensionKey }
  | { type: 'metric'; key: MetricKey }
  | { type: 'filter'; filter: SearchFilter };

/** Why a key cannot be added to a query, and how to resolve it; null when it can be added. */
export function conflictOf(
  { dims, metrics, filters }: ReportSelection,
  added: { dimension: DimensionKey } | { metric: MetricKey },
  viewer: ReportViewer,
): Conflict | null {
  const next: ReportSelection =
    'dimension' in added
      ? { dims: [...dims, added.dimension], metrics, filters }
      : { dims, metrics: [...metrics, added.metric], filters };
  const faults = faultsOf(next, viewer);
  const [first] = faults;
  if (!first) return null;
  const key = 'dimension' in added ? added.dimension : added.metric;
  for (const parts of removalCandidates(next, key, faults)) {
    const selection = without(next, parts);
    if (faultsOf(selection, viewer).length === 0)
      return { message: first.message, resolution: { label: resolutionLabel(parts, key, viewer), selection } };
  }
  return { message: first.message, resolution: null };
}

function faultsOf({ dims, metrics, filters }: ReportSelection, viewer: ReportViewer) {
  // The date does not affect conflicts.
  const day = '2026-01-01';
  const normalized = normalizeReport({ startDate: day, endDate: day, dimensions: dims, metrics, filters }, viewer);
  if (!normalized.ok) return normalized.faults;
  const planned = planReport(normalized.request, viewer);
  return planned.ok ? [] : planned.faults;
}

/** Sets of parts to remove, those with the smallest loss first. */
function removalCandidates(selection: ReportSelection, key: string, faults: readonly { path: string }[]): Part[][] {
  const { dims, metrics, filters } = selection;
  const paths = new Set(faults.map(({ path }) => path));
  const all: Part[] = [
    ...dims.filter((each) => each !== key).map((each): Part => ({ type: 'dimension', key: each })),
    ...filters.map((filter): Part => ({ type: 'filter', filter })),
    ...metrics.filter((each) => each !== key).map((each): Part => ({ type: 'metric', key: each })),
  ];
  const refused: Part[] = [
    ...dims
      .filter((each, index) => each !== key && paths.has(`dimensions.${index}`))
      .map((each): Part => ({ type: 'dimension', key: each })),
    ...filters
      .filter((_, index) => paths.has(`filters.${index}.dim`))
      .map((filter): Part => ({ type: 'filter', filter })),
    ...metrics
      .filter((each, index) => each !== key && paths.has(`metrics.${index}`))
      .map((each): Part => ({ type: 'metric', key: each })),
  ];
  const narrow = all.filter(isNarrow);
  const places = narrow.filter((part) => part.type !== 'metric');
  return [refused, ...narrow.map((part) => [part]), places, narrow].filter((parts) => parts.length > 0);
}

/** Whether only some facts have this part. */
function isNarrow(part: Part): boolean {
  if (part.type === 'metric') return !isAvailableOn(metricOf(part.key), 'supply');
  const key = part.type === 'dimension' ? part.key : part.filter.dim;
  return key === 'reason' || dimensionOf(key as DimensionKey).facts !== 'any';
}

function without({ dims, metrics, filters }: ReportSelection, parts: readonly Part[]): ReportSelection {
  const has = (type: Part['type'], value: unknown) =>
    parts.some((part) => part.type === type && (part.type === 'filter' ? part.filter : part.key) === value);
  const left = metrics.filter((key) => !has('metric', key));
  return {
    dims: dims.filter((key) => !has('dimension', key)),
    metrics: left.length > 0 ? left : ['imps'],
    filters: filters.filter((filter) => !has('filter', filter)),
  };
}

function resolutionLabel(parts: readonly Part[], key: string, viewer: ReportViewer): string {
  const { dimensions, metrics } = reportFieldsFor(viewer);
  const labelOf = (wanted: string) => [...dimensions, ...metrics].find((each) => each.key === wanted)?.label ?? wanted;
  const names = parts.map((part) =>
    part.type === 'filter' ? `the filter on ${labelOf(part.filter.dim)}` : labelOf(part.key),
  );
  return `Remove ${new Intl.ListFormat('en-US').format(names)} to see ${labelOf(key)}`;
}
