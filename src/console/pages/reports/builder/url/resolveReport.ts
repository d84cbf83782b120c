import {
  canPivot,
  reportFieldsFor,
  comparedRange,
  dimensionOf,
  inSentence,
  normalizeReport,
  planReport,
  reportLimits,
  sortableKeys,
  type DimensionKey,
  type MetricKey,
  type ReportBody,
  type ReportPlan,
  type ReportRequest,
  type ReportViewer,
} from '#reports/index.ts';
import { conflictOf } from '../question/conflictOf.ts';
import type { SearchPart } from '../question/drillDown.ts';
import { errorFilters, withoutErrorMetrics } from './hideErrors.ts';
import type { ReportSearch } from './reportSearch.ts';
import { bodyRange } from './searchRange.ts';

/** The request of the page, its plan, and the parts that had to be omitted. */
export interface ResolvedReport {
  body: ReportBody;
  plan: ReportPlan;
  /** Why each omitted part cannot be shown. */
  omissions: string[];
  /** Changes of the page that bring omitted parts back or remove them. */
  fixes: ReportFix[];
  /** The dimension in columns; null = none. */
  pivot: DimensionKey | null;
}

/** A change of the page, with its button label. */
export interface ReportFix {
  label: string;
  part: SearchPart;
}

/** Collects the omitted parts. */
type Losses = Pick<ResolvedReport, 'omissions' | 'fixes'>;

/** Turns the page state into a request that facts can answer. Parts that cannot be answered are omitted and named. */
export function resolveReport(search: ReportSearch, viewer: ReportViewer): ResolvedReport {
  const losses: Losses = { omissions: [], fixes: [] };
  const body = bodyOf(search, viewer, losses);
  const request = checked(body, viewer);
  const planned = planReport(request, viewer);
  if (planned.ok) return { body, plan: planned.plan, ...losses, pivot: pivotOf(search, body, losses) };
  const bad = new Set(planned.faults.map(({ path }) => path));
  const metrics = request.metrics.filter((_, index) => !bad.has(`metrics.${index}`));
  const liveOnly = planned.faults.filter(({ code }) => code === 'live_only');
  if (liveOnly.length > 0) {
    losses.omissions.push(...liveOnly.map(({ message }) => message));
    losses.fixes.push({ label: 'Show live traffic', part: { traffic: 'live' } });
  } else {
    losses.omissions.push(...reasonsOf(request, bad, viewer));
    losses.fixes.push(...fixesOf(search, request, bad, viewer));
  }
  const reduced: ReportBody = {
    ...body,
    dimensions: request.dimensions.filter((_, index) => !bad.has(`dimensions.${index}`)),
    metrics: metrics.length > 0 ? metrics : ['imps'],
    filters: request.filters.filter((_, index) => !bad.has(`filters.${index}.dim`)),
    having: (body.having ?? []).filter((_, index) => !bad.has(`having.${index}.metric`)),
  };
  const columns = sortableKeys(reduced.dimensions ?? [], reduced.metrics as MetricKey[], Boolean(body.compare));
  const sorted = { ...reduced, sort: (reduced.sort ?? []).filter(({ key }) => columns.includes(key)) };
  const second = planReport(checked(sorted, viewer), viewer);
  if (!second.ok) throw new Error(second.faults.map(({ message }) => message).join('. '));
  return { body: sorted, plan: second.plan, ...losses, pivot: pivotOf(search, sorted, losses) };
}

function bodyOf(search: ReportSearch, viewer: ReportViewer, losses: Losses): ReportBody {
  const { range, dims, sort, traffic, limit, hideZero, hideErrors } = search;
  const metrics = hideErrors ? withoutErrorMetrics(search.metrics) : search.metrics;
  const body: ReportBody = {
    ...bodyRange(range),
    offset: search.zone ?? viewer.timezone,
    dimensions: dims,
    metrics,
    ...(traffic === 'live' ? {} : { traffic }),
    limit,
    hideZero,
    ...comparedWith(search, losses),
  };
  const columns = sortableKeys(dims, metrics, Boolean(body.compare));
  if (sort && columns.includes(sort.key)) body.sort = [sort];
  // Filters are validated one by one, so that an invalid one does not remove the others.
  const badFilters = new Set<ReportSearch['filters'][number]>();
  body.filters = search.filters
    .filter(({ values }) => values.length > 0)
    .filter((filter) => {
      const validated = normalizeReport({ ...body, filters: [filter] }, viewer);
      if (validated.ok) return true;
      badFilters.add(filter);
      losses.omissions.push(`A filter was removed: ${validated.faults[0]?.message ?? 'it is not valid'}`);
      return false;
    });
  if (badFilters.size > 0) {
    const filters = search.filters.filter((filter) => !badFilters.has(filter));
    losses.fixes.push({ label: badFilters.size > 1 ? 'Delete filters' : 'Delete filter', part: { filters } });
  }
  body.having = search.having.filter((condition) => {
    const validated = normalizeReport({ ...body, having: [condition] }, viewer);
    if (!validated.ok)
      losses.omissions.push(`A metric filter was removed: ${validated.faults[0]?.message ?? 'it is not valid'}`);
    return validated.ok;
  });
  if (body.having.length < search.having.length) {
    const having = search.having.filter((condition) => body.having?.includes(condition));
    const many = search.having.length - having.length > 1;
    losses.fixes.push({ label: many ? 'Delete metric filters' : 'Delete metric filter', part: { having } });
  }
  if (!hideErrors) return body;
  const planned = planReport(checked(body, viewer), viewer);
  const hidden = planned.ok ? errorFilters(dims, planned.plan.side) : [];
  return { ...body, filters: [...hidden, ...body.filters].slice(0, reportLimits.filters) };
}

/** The dimension in columns, if the report has it and another for the rows. */
function pivotOf(
  { pivot, dims }: ReportSearch,
  { dimensions = [] }: ReportBody,
  { omissions, fixes }: Losses,
): DimensionKey | null {
  if (!pivot) return null;
  if (canPivot(pivot, dimensions)) return pivot;
  const { label } = dimensionOf(pivot);
  if (dimensions.includes(pivot)) {
    omissions.push(`${label} cannot be used for columns: the rows need another dimension`);
    fixes.push({ label: 'Remove columns', part: { pivot: null } });
    return null;
  }
  omissions.push(`${label} cannot be used for columns: add it as a dimension`);
  if (!dims.includes(pivot) && dims.length < reportLimits.dimensions) {
    fixes.push({ label: `Add ${inSentence(label)}`, part: { dims: [...dims, pivot] } });
  }
  return null;
}

/** The comparison, if its dates precede those of the report. */
function comparedWith({ range, compare }: ReportSearch, { omissions, fixes }: Losses): Pick<ReportBody, 'compare'> {
  if (!compare) return {};
  if (comparedRange(range.from, range.to, compare)) return { compare };
  omissions.push('The comparison was removed: its dates overlap those of the report');
  fixes.push({ label: 'Compare with previous period', part: { compare: { to: 'previous' } } });
  return {};
}

function checked(body: ReportBody, viewer: ReportViewer): ReportRequest {
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(normalized.faults.map(({ message }) => message).join('. '));
  return normalized.request;
}

/** The resolution for the first omitted metric, as the metric picker offers it. */
function fixesOf(
  search: ReportSearch,
  request: ReportRequest,
  bad: ReadonlySet<string>,
  viewer: ReportViewer,
): ReportFix[] {
  const metric = request.metrics.find((_, index) => bad.has(`metrics.${index}`));
  if (!metric) return [];
  const { dims, filters } = search;
  const metrics = request.metrics.filter((_, index) => !bad.has(`metrics.${index}`));
  const way = conflictOf({ dims, metrics, filters }, { metric }, viewer)?.resolution;
  return way ? [{ label: way.label, part: { ...way.selection } }] : [];
}

/** Why parts of a request cannot be answered, one sentence per kind. */
function reasonsOf(request: ReportRequest, bad: ReadonlySet<string>, viewer: ReportViewer): string[] {
  const { metrics } = reportFieldsFor(viewer);
  const labels = request.metrics
    .filter((_, index) => bad.has(`metrics.${index}`))
    .map((key) => metrics.find((metric) => metric.key === key)?.label ?? key);
  const isPlaced = [...request.dimensions, ...request.filters.map(({ dim }) => dim)].some((key) =>
    ['inventory', 'creative', 'single'].includes(dimensionOf(key).facts),
  );
  const list = new Intl.ListFormat('en-US').format(labels);
  const why = isPlaced
    ? 'by creative, or by site, app, publisher or parameter together with tags, only player events are available'
    : `counted per channel request, not per tag`;
  const reasons = labels.length > 0 ? [`${list} ${labels.length > 1 ? 'were' : 'was'} removed: ${why}`] : [];
  if ([...bad].some((path) => path.startsWith('having.'))) {
    reasons.push('A metric filter was removed: its metric is not available with this selection');
  }
  if ([...bad].some((path) => path.startsWith('dimensions.') || path.startsWith('filters.'))) {
    reasons.push(
      'Reasons were removed: not available by creative, or by site, app, publisher or parameter together with tags',
    );
  }
  return reasons;
}
