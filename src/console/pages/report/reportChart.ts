import {
  addDays,
  daysBetween,
  dimensionText,
  startOfWeek,
  type CatalogueMetric,
  type ReportColumn,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { toNumber, type ChartData } from '../../reporting/chartData.ts';

/** Lines and bars that a chart still shows apart. */
const topLines = 8;
const topBars = 15;
const mostPlaces = 4000;

type TimeKey = 'hour' | 'day' | 'week' | 'month';

/** A chart of one metric: lines over time where the report has time, else bars of the largest rows. */
export function chartOf(
  request: ReportRequest,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  metric: CatalogueMetric,
  nowHour: string,
): ChartData & { isCut: boolean } {
  const time = timeOf(request);
  const others = columns.filter(
    (column): column is ReportColumn & { type: 'dimension' } => column.type === 'dimension' && column.key !== time,
  );
  const nameOf = (row: ReportRow) => others.map(({ dimension }) => dimensionText(row, dimension)).join(' · ');
  if (time === null) return barsOf(rows, metric, nameOf);

  const labels = placesOf(request, rows, time, nowHour);
  const place = new Map(labels.map((label, index) => [label, index]));
  const lines = new Map<string, { values: (number | null)[]; weight: number }>();
  // A count that is missing is none; a rate that is missing is unknown.
  const isSum = (metric.unit === 'count' || metric.unit === 'usd') && metric.denominator === null;
  const missing = isSum ? 0 : null;
  for (const row of rows) {
    const name = others.length === 0 ? metric.label : nameOf(row);
    const line = lines.get(name) ?? { values: labels.map(() => missing), weight: 0 };
    const index = place.get(String(row[time]));
    const value = toNumber(row[metric.key]);
    if (index !== undefined) line.values[index] = value;
    line.weight += Math.abs(value ?? 0);
    lines.set(name, line);
  }
  const top = [...lines].toSorted(([, a], [, b]) => b.weight - a.weight).slice(0, topLines);
  const current = labels.findIndex((label) => isCurrent(label, time, nowHour));
  const partial = current < 0 ? {} : { partialAt: current };
  const series = top.map(([name, { values }]) => ({ name, values, ...partial }));
  return { kind: 'line', unit: metric.unit, labels, series, isCut: lines.size > series.length };
}

function barsOf(rows: readonly ReportRow[], metric: CatalogueMetric, nameOf: (row: ReportRow) => string) {
  const top = rows
    .map((row) => ({ name: nameOf(row), value: toNumber(row[metric.key]) }))
    .filter(({ value }) => value !== null && value !== 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    .slice(0, topBars);
  return {
    kind: 'bars' as const,
    isCut: rows.length > top.length,
    unit: metric.unit,
    labels: top.map(({ name }) => name),
    series: [{ name: metric.label, values: top.map(({ value }) => value) }],
  };
}

/** Every place of the time axis from the first day to the last or to now: gaps must be seen as gaps. */
function placesOf(request: ReportRequest, rows: readonly ReportRow[], time: TimeKey, nowHour: string): string[] {
  const days = Array.from({ length: daysBetween(request.startDate, request.endDate) }, (_, index) =>
    addDays(request.startDate, index),
  );
  const found = rows.map((row) => String(row[time]));
  const all = new Set<string>(found);
  if (time === 'hour' && days.length * 24 <= mostPlaces) {
    for (const day of days) {
      for (let hour = 0; hour < 24; hour += 1) all.add(`${day} ${String(hour).padStart(2, '0')}:00`);
    }
  } else if (time !== 'hour') {
    for (const day of days) all.add(time === 'day' ? day : time === 'week' ? startOfWeek(day) : day.slice(0, 7));
  }
  return [...all].filter((place) => place <= nowHour || found.includes(place)).toSorted();
}

function timeOf(request: ReportRequest): TimeKey | null {
  const times: readonly string[] = ['hour', 'day', 'week', 'month'];
  const key = request.dimensions.find((each) => times.includes(each));
  return (key as TimeKey | undefined) ?? null;
}

/** Whether a place of the time axis is the one that now lies in. */
function isCurrent(label: string, time: TimeKey, nowHour: string): boolean {
  const today = nowHour.slice(0, 10);
  if (time === 'week') return label === startOfWeek(today);
  return label === (time === 'hour' ? nowHour : time === 'day' ? today : today.slice(0, 7));
}
