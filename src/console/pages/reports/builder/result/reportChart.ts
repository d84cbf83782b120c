import {
  dimensionText,
  metricOf,
  type ReportFieldMetric,
  type ReportColumn,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { toNumber, type ChartData, type ChartSeries } from '../../../../reports/chartData.ts';
import { isInterval } from '../url/intervals.ts';
import { placeOf, timePlaces } from '../question/timePlaces.ts';

/** The data of a chart before it is shaped. */
export interface ChartSource {
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  metric: ReportFieldMetric;
  /** The current minute, YYYY-MM-DD HH:MM in the time zone of the report. */
  now: string;
  /** Maximum series or bars shown individually. */
  top: number;
  isCompared: boolean;
}

/** Chart data. `isCut`: rows without a bar, or series beyond the largest, are not shown. */
export type ReportChartData = ChartData & { isCut: boolean };

/** Label of the series for all lines that are not shown individually. */
const others = 'Others';

/** Whether the parts of a metric add up to it. Sums and differences do; rates and unique counts do not. */
export function isAdditive({ key }: Pick<ReportFieldMetric, 'key'>): boolean {
  const { kind } = metricOf(key).formula;
  return kind === 'sum' || kind === 'difference';
}

/** A line for each of the largest combinations of the other dimensions, over the whole time axis. */
export function linesOf(source: ChartSource): ReportChartData {
  const { metric, top, now, request, isCompared } = source;
  const { labels, lines, time } = readLines(source);
  const shown = lines.slice(0, top);
  const current = labels.indexOf(placeOf(time, now));
  const partial = current < 0 ? {} : { partialAt: current };
  const series: ChartSeries[] = shown.map(({ name, values }) => ({ name, values, ...partial }));
  const [only] = shown;
  if (isCompared && only && lines.length === 1) {
    series.push({ name: `${metric.label}, previous`, values: only.before, isReference: true });
  }
  return {
    kind: 'line',
    unit: metric.unit,
    labels,
    series,
    isCut: lines.length > shown.length || isFull(source, request),
  };
}

/** The largest lines as stacked areas, and one area for all others. For additive metrics only. */
export function areasOf(source: ChartSource): ReportChartData {
  const { metric, top, now, request } = source;
  const { labels, lines, time } = readLines(source);
  const current = labels.indexOf(placeOf(time, now));
  const partial = current < 0 ? {} : { partialAt: current };
  const series: ChartSeries[] = lines.slice(0, top).map(({ name, values }) => ({ name, values, ...partial }));
  const rest = lines.slice(top);
  if (rest.length > 0) {
    const values = labels.map((_, index) => rest.reduce((sum, line) => sum + (line.values[index] ?? 0), 0));
    series.push({ name: `${others} (${rest.length.toLocaleString('en-US')})`, values, isReference: true, ...partial });
  }
  return { kind: 'line', isStacked: true, unit: metric.unit, labels, series, isCut: isFull(source, request) };
}

/** The largest rows as bars, beside their previous values if compared. */
export function barsOf({ columns, rows, metric, top, isCompared }: ChartSource): ReportChartData {
  const nameOf = namer(columns, null);
  const bars = rows
    .map((row) => ({
      name: nameOf(row),
      value: toNumber(row[metric.key]),
      before: toNumber(row[`${metric.key}.before`]),
    }))
    .filter(({ value }) => value !== null && value !== 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const shown = bars.slice(0, top);
  const series: ChartSeries[] = [{ name: metric.label, values: shown.map(({ value }) => value) }];
  if (isCompared) {
    series.push({ name: `${metric.label}, previous`, values: shown.map(({ before }) => before), isReference: true });
  }
  return {
    kind: 'bars',
    unit: metric.unit,
    labels: shown.map(({ name }) => name),
    series,
    isCut: rows.length > shown.length,
  };
}

interface Line {
  name: string;
  values: (number | null)[];
  before: (number | null)[];
  weight: number;
}

/** The lines of a report over time, the largest first. */
function readLines({ request, columns, rows, metric, now }: ChartSource) {
  const time = (request.dimensions as readonly string[]).find(isInterval);
  if (!time) throw new RangeError('lines need a step of time');
  const nameOf = namer(columns, time);
  const hasNames = request.dimensions.length > 1;
  const labels = timePlaces(
    request,
    time,
    rows.map((row) => String(row[time])),
    now,
  );
  const place = new Map(labels.map((label, index) => [label, index]));
  // A missing count is zero; a missing rate is unknown.
  const missing = isAdditive(metric) ? 0 : null;
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const name = hasNames ? nameOf(row) : metric.label;
    const line = lines.get(name) ?? {
      name,
      values: labels.map(() => missing),
      before: labels.map(() => missing),
      weight: 0,
    };
    const index = place.get(String(row[time])) ?? 0;
    line.values[index] = toNumber(row[metric.key]);
    line.before[index] = toNumber(row[`${metric.key}.before`]);
    line.weight += Math.abs(line.values[index] ?? 0);
    lines.set(name, line);
  }
  return { time, labels, lines: [...lines.values()].toSorted((a, b) => b.weight - a.weight) };
}

/** Builds a row's name from its dimensions, except one. */
function namer(columns: readonly ReportColumn[], except: string | null): (row: ReportRow) => string {
  const dimensions = columns.flatMap((column) =>
    column.type === 'dimension' && column.key !== except ? [column.dimension] : [],
  );
  return (row) => dimensions.map((dimension) => dimensionText(row, dimension)).join(' · ');
}

/** Whether the row limit was reached, so that there may be more rows. */
function isFull({ rows }: ChartSource, { limit }: ReportRequest): boolean {
  return rows.length >= limit;
}
