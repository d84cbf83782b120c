import { faultsOf, nanosFromUsd, reportRoles, type Fault } from '#model/index.ts';
import { daysBetween } from './calendar.ts';
import { canUseDimension, canUseMetric } from '../metrics/reportFields.ts';
import { withCurrentNames } from '../metrics/formerMetricKeys.ts';
import { checkFilter } from './checkFilter.ts';
import { comparedRange } from './compareRanges.ts';
import { dimensionOf, isDimensionKey, type DimensionKey } from '../dimensions/dimensions.ts';
import { readMetricColumn, metricColumnsOf, unitOf } from '../metrics/metricColumn.ts';
import { isMetricKey, metricOf, type MetricKey } from '../metrics/metrics.ts';
import { reportBodySchema, type ReportBody } from './reportBody.ts';
import {
  reportLimits,
  type MetricColumn,
  type ReportComparison,
  type ReportCondition,
  type ReportRequest,
  type ReportSort,
  type ReportViewer,
} from './request.ts';

/** A checked report request, or all its faults. */
export type NormalizedReport = { ok: true; request: ReportRequest } | { ok: false; faults: Fault[] };

const minutesPerDay = 1440;

/**
 * Checks a report request against the available dimensions and metrics and the viewer's rights, and fills in defaults.
 */
export function normalizeReport(input: unknown, viewer: ReportViewer): NormalizedReport {
  if (!reportRoles.includes(viewer.role)) {
    return { ok: false, faults: [{ code: 'not_allowed', message: 'You do not have access to reports', path: '' }] };
  }
  const parsed = reportBodySchema.safeParse(input);
  if (!parsed.success) return { ok: false, faults: faultsOf(parsed.error) };
  const body = withCurrentNames(parsed.data);
  const faults: Fault[] = [...rangeFaults(body.startDate, body.endDate)];
  const times = checkTimes(body, faults);
  const before = checkComparison(body, faults);

  const requested = body.dimensions ?? [];
  const withInterval = body.interval && !requested.includes(body.interval) ? [body.interval, ...requested] : requested;
  const added = withInterval.length - requested.length;
  const dimensions = withInterval.flatMap((key, index) =>
    checkDimension(key, viewer, added > index ? 'interval' : `dimensions.${index - added}`, faults),
  );
  if (dimensions.length > reportLimits.dimensions) {
    faults.push({ code: 'too_big', message: `At most ${reportLimits.dimensions} dimensions`, path: 'dimensions' });
  }
  const metrics = body.metrics.flatMap((key, index) => checkMetric(key, viewer, `metrics.${index}`, faults));
  const filters = (body.filters ?? []).flatMap(({ dim, ...filter }, index) =>
    checkDimension(dim, viewer, `filters.${index}.dim`, faults).flatMap((key) =>
      checkFilter(key, filter, `filters.${index}`, faults),
    ),
  );
  const isCompared = Boolean(body.compare);
  const having = (body.having ?? []).flatMap((condition, index) =>
    checkCondition(condition, { viewer, isCompared }, `having.${index}`, faults),
  );
  const differences = isCompared ? metrics.map((key) => `${key}.diff`) : [];
  const columns: readonly string[] = [...dimensions, ...metricColumnsOf(metrics, isCompared), ...differences];
  const sort = (body.sort ?? []).flatMap(({ key, dir }, index): ReportSort[] => {
    if (columns.includes(key)) return [{ key: key as ReportSort['key'], dir }];
    faults.push({ code: 'not_a_column', message: 'Not a column of this report', path: `sort.${index}.key` });
    return [];
  });
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    request: {
      startDate: body.startDate,
      endDate: body.endDate,
      ...(times ? { times } : {}),
      offset: body.offset ?? viewer.timezone,
      traffic: body.traffic ?? 'live',
      dimensions: [...new Set(dimensions)],
      metrics: [...new Set(metrics)],
      filters,
      having,
      ...(before ? { before } : {}),
      sort: sort.length > 0 ? sort : defaultSort(dimensions, metrics),
      limit: body.limit === null ? reportLimits.rows : (body.limit ?? reportLimits.defaultRows),
      hideZero: body.hideZero ?? false,
    },
  };
}

function rangeFaults(startDate: string, endDate: string): Fault[] {
  if (endDate < startDate)
    return [{ code: 'bad_range', message: 'Must not be before the start date', path: 'endDate' }];
  if (daysBetween(startDate, endDate) <= reportLimits.days) return [];
  return [{ code: 'bad_range', message: `A report covers at most ${reportLimits.days} days`, path: 'endDate' }];
}

/** The minutes at which the first day begins and the last one ends; undefined for whole days. */
function checkTimes(
  { startDate, endDate, startTime = '00:00', endTime = '24:00' }: ReportBody,
  faults: Fault[],
): ReportRequest['times'] {
  const [from, until] = [minuteOf(startTime), minuteOf(endTime)];
  if (startDate === endDate && until <= from) {
    faults.push({ code: 'bad_range', message: 'Must be after the start time', path: 'endTime' });
  }
  return from === 0 && until === minutesPerDay ? undefined : { from, until };
}

/** The minutes of a time of day as HH:MM. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function checkComparison({ startDate, endDate, compare }: ReportBody, faults: Fault[]): ReportComparison | null {
  if (!compare || endDate < startDate) return null;
  const range = comparedRange(startDate, endDate, compare);
  if (!range) {
    const message = `Must be at least ${daysBetween(startDate, endDate)} days before the start date, so that the ranges do not overlap`;
    faults.push({ code: 'bad_range', message, path: 'compare.startDate' });
  }
  return range;
}

/** The dimension of a key, if the viewer may use it; else none, and a fault. */
export function checkDimension(key: string, viewer: ReportViewer, path: string, faults: Fault[]): DimensionKey[] {
  if (isDimensionKey(key) && canUseDimension(viewer.role, key, viewer.tagParams)) return [key];
  faults.push({ code: 'unknown_dimension', message: `Unknown dimension “${key.slice(0, 40)}”`, path });
  return [];
}

/** The metric of a key, if the viewer may use it; else none, and a fault. */
export function checkMetric(key: string, viewer: ReportViewer, path: string, faults: Fault[]): MetricKey[] {
  if (isMetricKey(key) && canUseMetric(viewer, key)) return [key];
  if (isMetricKey(key) && canUseMetric({ ...viewer, hidesMoney: undefined }, key)) {
    faults.push({ code: 'money_hidden', message: `Your role hides money, and so “${metricOf(key).label}”`, path });
    return [];
  }
  faults.push({ code: 'unknown_metric', message: `Unknown metric “${key.slice(0, 40)}”`, path });
  return [];
}

/** A condition can use any metric that the viewer may see, whether or not the report shows it. */
function checkCondition(
  { metric, op, value }: NonNullable<ReportBody['having']>[number],
  { viewer, isCompared }: { viewer: ReportViewer; isCompared: boolean },
  path: string,
  faults: Fault[],
): ReportCondition[] {
  const { key, part } = readMetricColumn(metric);
  const [known] = checkMetric(key, viewer, `${path}.metric`, faults);
  if (!known) return [];
  if (part !== null && !isCompared) {
    faults.push({ code: 'not_compared', message: 'The report has no comparison', path: `${path}.metric` });
    return [];
  }
  const column: MetricColumn = part === null ? known : `${known}.${part}`;
  if (unitOf(column) !== 'usd') return [{ column, op, value: Number(value) }];
  const usd = typeof value === 'number' ? decimalOf(value) : value;
  if (usd !== null) return [{ column, op, value: String(nanosFromUsd(usd)) }];
  faults.push({ code: 'bad_value', message: 'Must be an amount in USD', path: `${path}.value` });
  return [];
}

/** A number with nine decimal places; null when it is too large for an amount. */
function decimalOf(value: number): string | null {
  return Math.abs(value) < 1e15 ? value.toFixed(9) : null;
}

/** Time sorts ascending; without time the first metric sorts descending. */
function defaultSort(dimensions: DimensionKey[], metrics: MetricKey[]): ReportSort[] {
  const time = dimensions.find((key) => dimensionOf(key).group === 'Time');
  if (time) return [{ key: time, dir: 'asc' }];
  const [metric] = metrics;
  return metric && dimensions.length > 0 ? [{ key: metric, dir: 'desc' }] : [];
}
