import {
  addDays,
  canUseDimension,
  canUseMetric,
  catalogueFor,
  daysBetween,
  isDimensionKey,
  isMetricKey,
  reportLimits,
  type Day,
  type DimensionKey,
  type MetricKey,
  type MetricRights,
} from '#reports/index.ts';
import { PRESET_LABELS, rangeOf, type DateRange, type RangePreset } from '../../ui/dateRange.ts';
import { readFilter } from '../../reporting/reportLink.ts';

/** A filter as it is being edited: its values may still be missing. */
export type SearchFilter = NonNullable<ReturnType<typeof readFilter>>;

/** The state of the report page: what its address says, with what it leaves out filled in. */
export interface ReportSearch {
  range: DateRange;
  dims: DimensionKey[];
  metrics: MetricKey[];
  filters: SearchFilter[];
  /** Column and direction; null = the report's own order. */
  sort: { key: string; dir: 'asc' | 'desc' } | null;
  limit: number;
  hideZero: boolean;
  /** Leaves out what tells of errors: their columns, and the rows of errors. */
  hideErrors: boolean;
  /** Whether there is a chart above the table. */
  isChartShown: boolean;
  /** The metric that the chart shows; null = the first. */
  chart: string | null;
  /** What the report is called; null = it has no name. */
  title: string | null;
}

/** The search part of the address, as the router reads it: texts, and arrays where a name repeats. */
export type RawSearch = Record<string, unknown>;

/** Row limits that the page offers. */
export const rowLimits = [100, 1000, 10_000, 100_000] as const;
export const defaultLimit = 1000;

/** The metrics that a bare address shows, of those someone may see. */
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
 * Reads the address. What cannot be read or is not allowed counts as absent: no address breaks the page. Without metrics
 * it shows `bare`.
 */
export function readSearch(
  raw: RawSearch,
  rights: MetricRights,
  today: Day,
  bare: readonly MetricKey[] = defaultMetrics,
): ReportSearch {
  const dims = keysOf(raw['dims']).filter(
    (key): key is DimensionKey => isDimensionKey(key) && canUseDimension(rights.role, key, rights.tagParams),
  );
  const metrics = keysOf(raw['metrics']).filter(
    (key): key is MetricKey => isMetricKey(key) && canUseMetric(rights, key),
  );
  const sortText = textOf(raw['sort']);
  const limit = Number(textOf(raw['limit']));
  return {
    range: readRange(raw, today),
    // An empty text is left out of addresses, so "no dimension" has a word.
    dims: raw['dims'] === undefined ? ['day'] : [...new Set(dims)].slice(0, reportLimits.dimensions),
    metrics:
      metrics.length > 0
        ? [...new Set(metrics)]
        : catalogueFor(rights)
            .metrics.map(({ key }) => key)
            .filter((key) => bare.includes(key)),
    filters: textsOf(raw['f'])
      .flatMap((text) => readFilter(text) ?? [])
      .slice(0, reportLimits.filters),
    sort: sortText ? { key: sortText.replace(/^-/, ''), dir: sortText.startsWith('-') ? 'desc' : 'asc' } : null,
    limit: rowLimits.find((each) => each === limit) ?? defaultLimit,
    hideZero: textOf(raw['zero']) === 'hide',
    hideErrors: textOf(raw['errors']) === 'hide',
    isChartShown: textOf(raw['view']) !== 'table',
    chart: textOf(raw['chart']) ?? null,
    title: textOf(raw['name'])?.slice(0, 255) ?? null,
  };
}

/** Writes a state as the search part of an address, leaving defaults out. */
export function writeSearch(search: ReportSearch): Record<string, unknown> {
  const { range, dims, metrics, filters, sort, limit, hideZero, hideErrors, isChartShown, chart, title } = search;
  const isBare = dims.length === 1 && dims[0] === 'day';
  return {
    ...(range.preset === 'custom'
      ? { from: range.from, to: range.to }
      : { range: range.preset === 'last7' ? undefined : range.preset }),
    dims: isBare ? undefined : dims.length === 0 ? 'none' : dims.join(','),
    metrics: metrics.join(','),
    f: filters
      .filter(({ values }) => values.length > 0)
      .map(({ dim, op, values }) => `${dim}:${op}:${values.map(encodeURIComponent).join(',')}`),
    sort: sort ? `${sort.dir === 'desc' ? '-' : ''}${sort.key}` : undefined,
    limit: limit === defaultLimit ? undefined : limit,
    zero: hideZero ? 'hide' : undefined,
    errors: hideErrors ? 'hide' : undefined,
    view: isChartShown ? undefined : 'table',
    chart: chart ?? undefined,
    name: title ?? undefined,
  };
}

function readRange(raw: RawSearch, today: Day): DateRange {
  const [from, to] = [textOf(raw['from']), textOf(raw['to'])];
  if (isDay(from) && isDay(to) && from <= to && daysBetween(from, to) <= reportLimits.days) {
    return { preset: 'custom', from, to };
  }
  const preset = textOf(raw['range']);
  return rangeOf(isNamedPreset(preset) ? preset : 'last7', today);
}

function isNamedPreset(text: string | undefined): text is Exclude<RangePreset, 'custom'> {
  return text !== undefined && text !== 'custom' && Object.hasOwn(PRESET_LABELS, text);
}

function isDay(text: string | undefined): text is Day {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  // A day that does not exist, such as 30 February, comes back as another.
  return addDays(text, 0) === text;
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
