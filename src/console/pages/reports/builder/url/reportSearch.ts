import {
  canUseDimension,
  canUseMetric,
  reportFieldsFor,
  currentMetricColumn,
  isDimensionKey,
  isMetricKey,
  readMetricColumn,
  reportLimits,
  trafficKinds,
  type ComparedTo,
  type DimensionKey,
  type MetricKey,
  type MetricRights,
  type ReportFilter,
  type Traffic,
} from '#reports/index.ts';
import { readFilter, writeFilter } from '../../../../reports/reportLink.ts';
import { readCompare, writeCompare } from './compare.ts';
import { readHaving, writeHaving, type SearchHaving } from './having.ts';
import { isInterval, withInterval } from './intervals.ts';
import { defaultTop, readChartSettings, type ChartSettings } from './reportViews.ts';
import { isRangeName, rangeNamed, readEnds, writeEnds, type SearchRange } from './searchRange.ts';

/** A filter while it is edited: its values may still be missing. */
export type SearchFilter = NonNullable<ReturnType<typeof readFilter>>;

/** The state of the report page: its URL with defaults filled in. */
export interface ReportSearch extends ChartSettings {
  range: SearchRange;
  dims: DimensionKey[];
  metrics: MetricKey[];
  filters: SearchFilter[];
  /** Metric filters. */
  having: SearchHaving[];
  /** The dates to compare with; null = none. */
  compare: ComparedTo | null;
  /** The dimension in columns; null = none. */
  pivot: DimensionKey | null;
  /** Hours from UTC; null = the user's time zone. */
  zone: number | null;
  /** Sort order; null = the report's default. */
  sort: { key: string; dir: 'asc' | 'desc' } | null;
  /** Live traffic, or test requests. */
  traffic: Traffic;
  /** Maximum rows; null = no limit. */
  limit: number | null;
  hideZero: boolean;
  /** Hides errors: their columns and their rows. */
  hideErrors: boolean;
  /** Name of the report; null = unnamed. */
  title: string | null;
}

/** The search parameters as the router parses them: strings, and arrays for repeated names. */
export type RawSearch = Record<string, unknown>;

/** Row limits that the page offers, besides none. */
export const rowLimits = [100, 1000, 10_000] as const;

/** The word for no limit in URLs; earlier versions wrote the maximum of a table. */
const unlimited: readonly unknown[] = ['none', String(reportLimits.rows)];
export const defaultLimit = 1000;

/** The metrics when the URL names none, as far as the user may see them. */
export const defaultMetrics: readonly MetricKey[] = [
  'reqs',
  'opps',
  'imps',
  'fill',
  'rev',
  'cost',
  'profit',
  'margin',
  'ecpm',
  'cpm_pub',
];

/**
 * Parses the URL. Invalid and forbidden values are dropped, so that no URL breaks the page. `now` is the current day or
 * minute, YYYY-MM-DD HH:MM in the time zone of the report. `bare` are the metrics when the URL names none.
 */
export function readSearch(
  raw: RawSearch,
  rights: MetricRights,
  now: string,
  bare: readonly MetricKey[] = defaultMetrics,
): ReportSearch {
  const mayUse = (key: string | undefined): key is DimensionKey =>
    key !== undefined && isDimensionKey(key) && canUseDimension(rights.role, key, rights.tagParams);
  const dims = keysOf(raw['dims']).filter(mayUse);
  const metrics = keysOf(raw['metrics'])
    .map(currentMetricColumn)
    .filter((key): key is MetricKey => isMetricKey(key) && canUseMetric(rights, key));
  const shown = raw['dims'] === undefined && raw['interval'] === undefined ? (['day'] as DimensionKey[]) : dims;
  const interval = textOf(raw['interval']);
  const pivot = textOf(raw['pivot']);
  const sortText = textOf(raw['sort']);
  return {
    range: readRange(raw, now),
    // Empty values are left out of URLs, so "no dimension" has a word of its own.
    dims: [...new Set(mayUse(interval) && isInterval(interval) ? withInterval(shown, interval) : shown)].slice(
      0,
      reportLimits.dimensions,
    ),
    metrics:
      metrics.length > 0
        ? [...new Set(metrics)].slice(0, reportLimits.metrics)
        : reportFieldsFor(rights)
            .metrics.map(({ key }) => key)
            .filter((key) => bare.includes(key)),
    filters: textsOf(raw['f'])
      .flatMap((text) => readFilter(text) ?? [])
      .slice(0, reportLimits.filters),
    having: textsOf(raw['having'])
      .flatMap((text) => readHaving(text) ?? [])
      .filter(({ metric }) => mayCount(rights, metric))
      .slice(0, reportLimits.conditions),
    compare: readCompare(textOf(raw['compare'])),
    pivot: mayUse(pivot) ? pivot : null,
    zone: readZone(raw),
    sort: sortText
      ? { key: currentMetricColumn(sortText.replace(/^-/, '')), dir: sortText.startsWith('-') ? 'desc' : 'asc' }
      : null,
    traffic: trafficKinds.find((each) => each === textOf(raw['traffic'])) ?? 'live',
    limit: isLimit(raw) ? limitIn(raw) : defaultLimit,
    hideZero: textOf(raw['zero']) === 'hide',
    hideErrors: textOf(raw['errors']) === 'hide',
    ...readChartSettings({ view: textOf(raw['view']), chart: textOf(raw['chart']), top: textOf(raw['top']) }),
    title: textOf(raw['name'])?.slice(0, 255) ?? null,
  };
}

/** Writes a state as search parameters, without defaults. */
export function writeSearch(search: ReportSearch): Record<string, unknown> {
  const { range, dims, metrics, filters, having, compare, pivot, zone, sort, limit, hideZero, hideErrors } = search;
  const { traffic, view, chart, top, title } = search;
  const isBare = dims.length === 1 && dims[0] === 'day';
  return {
    ...(range.preset === 'custom' ? writeEnds(range) : { range: range.preset === 'last7' ? undefined : range.preset }),
    dims: isBare ? undefined : dims.length === 0 ? 'none' : dims.join(','),
    metrics: metrics.join(','),
    f: filters.filter(({ values }) => values.length > 0).map((filter) => writeFilter(filter as ReportFilter)),
    having: having.length === 0 ? undefined : having.map(writeHaving),
    compare: writeCompare(compare),
    pivot: pivot ?? undefined,
    zone: zone ?? undefined,
    sort: sort ? `${sort.dir === 'desc' ? '-' : ''}${sort.key}` : undefined,
    traffic: traffic === 'live' ? undefined : traffic,
    limit: limit === defaultLimit ? undefined : (limit ?? 'none'),
    zero: hideZero ? 'hide' : undefined,
    errors: hideErrors ? 'hide' : undefined,
    view: view === 'auto' ? undefined : view,
    chart: chart ?? undefined,
    top: top === defaultTop ? undefined : top,
    name: title ?? undefined,
  };
}

/** The time zone in a URL, in hours from UTC; null when there is none. */
export function readZone(raw: RawSearch): number | null {
  const text = textOf(raw['zone']);
  return text !== undefined && /^-?\d{1,2}$/.test(text) && Math.abs(Number(text)) <= 12 ? Number(text) : null;
}

/** Whether a URL has a valid row limit. */
export function isLimit(raw: RawSearch): boolean {
  const text = textOf(raw['limit']);
  return unlimited.includes(text) || rowLimits.some((each) => String(each) === text);
}

/** The row limit of a URL that has a valid one; null = no limit. */
function limitIn(raw: RawSearch): number | null {
  const text = textOf(raw['limit']);
  return unlimited.includes(text) ? null : Number(text);
}

/** Whether the user may request a column: a metric, or a comparison column of one. */
export function mayCount(rights: MetricRights, column: string): boolean {
  const { key } = readMetricColumn(column);
  return isMetricKey(key) && canUseMetric(rights, key);
}

function readRange(raw: RawSearch, now: string): SearchRange {
  const chosen = readEnds(textOf(raw['from']), textOf(raw['to']));
  if (chosen) return chosen;
  const name = textOf(raw['range']);
  return rangeNamed(isRangeName(name) ? name : 'last7', now);
}

function textOf(value: unknown): string | undefined {
  const [first] = textsOf(value);
  return first === '' ? undefined : first;
}

function textsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
}

function keysOf(value: unknown): string[] {
  return textsOf(value).flatMap((text) => text.split(','));
}
