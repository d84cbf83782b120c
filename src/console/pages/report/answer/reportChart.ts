import {
  dimensionText,
  metricOf,
  type CatalogueMetric,
  type ReportColumn,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { toNumber, type ChartData, type ChartSeries } from '../../../reporting/chartData.ts';
import { isInterval } from '../url/intervals.ts';
import { placeOf, timePlaces } from '../question/timePlaces.ts';

/** What a chart is drawn from. */
export interface ChartSource {
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  metric: CatalogueMetric;
  /** The minute that runs, YYYY-MM-DD HH:MM in the zone of the report. */
  now: string;
  /** Series or bars that are shown apart. */
  top: number;
  isCompared: boolean;
}

/** A chart, and what it leaves out: nothing, rows that have no bar, or lines beyond the largest. */
export type ReportChartData = ChartData & { isCut: boolean };

/** What stands for the lines that are not shown apart. */
const others = 'Others';

/** Whether the parts of a metric add up to it: sums do; rates, and people who are counted once, do not. */
export function isAdditive({ key }: Pick<CatalogueMetric, 'key'>): boolean {
  const { kind } = metricOf(key).formula;
  return kind === 'sum' || kind === 'difference';
}

/** A line for each of the largest combinations of the other dimensions, over every place of the time axis. */
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

/** The largest lines on top of each other, and one for all others: for metrics whose parts add up. */
export function areasOf(source: ChartSource): ReportChartData {
  const { metric, top, now, request } = source;
  const { labels, lines, time } = readLines(source);
  const current = labels.indexOf(placeOf(time, now));
  const partial = current < 0 ? {} : { partialAt: current };
  const series: ChartSeries[] = lines.slice(0, top).map(({ name, values }) => ({ name, values, ...partial }));
  const rest = lines.slice(top);
  if (rest.length > 0) {
    const values = labels.map((_, index) => rest.reduce((sum, line) => sum + (line.values[index] ?? 0), 0));
    series.push({ name: `${others} (${rest.length.toLocaleString('en-US')})`, values, isReference: true });
  }
  return { kind: 'line', isStacked: true, unit: metric.unit, labels, series, isCut: isFull(source, request) };
}

/** The largest rows as bars, with those that they are compared with beside. */
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
  // A count that is missing is none; a rate that is missing is unknown.
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

/** What a row is called by its dimensions, but for one. */
function namer(columns: readonly ReportColumn[], except: string | null): (row: ReportRow) => string {
  const dimensions = columns.flatMap((column) =>
    column.type === 'dimension' && column.key !== except ? [column.dimension] : [],
  );
  return (row) => dimensions.map((dimension) => dimensionText(row, dimension)).join(' · ');
}

/** Whether there are more rows than were asked for. */
function isFull({ rows }: ChartSource, { limit }: ReportRequest): boolean {
  return rows.length >= limit;
}
