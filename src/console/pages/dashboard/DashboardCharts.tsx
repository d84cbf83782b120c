import { useMemo } from 'react';
import { addDays, type ReportFieldMetric, type Day, type MetricKey, type ReportRow } from '#reports/index.ts';
import { toNumber, type ChartData } from '../../reports/chartData.ts';
import { ChartCard } from './ChartCard.tsx';
import { comparedDays, hourText, type HourlyRows } from '#reports/tiles/compareDays.ts';

interface DashboardChartsProps {
  metric: MetricKey;
  metrics: readonly ReportFieldMetric[];
  hourly: HourlyRows | null;
  /** Rows by day of the last 30 days; null before the first response. */
  days: readonly ReportRow[] | null;
  today: Day;
  hour: number;
  /** Whether the figures could not be loaded; the page shows the error. */
  isFailed: boolean;
}

/** One metric: today by hour against yesterday and the same day of last week, and the last 30 days. */
export function DashboardCharts({ metric: key, metrics, hourly, days, today, hour, isFailed }: DashboardChartsProps) {
  const metric = metrics.find((each) => each.key === key);
  const byHour = useMemo(
    () => (hourly && metric ? hoursChart(hourly, metric, today, hour) : null),
    [hourly, metric, today, hour],
  );
  const byDay = useMemo(() => (days && metric ? daysChart(days, metric, today) : null), [days, metric, today]);
  if (!metric) return null;
  return (
    <>
      <ChartCard title={`${metric.label} today by hour`} data={byHour} place="Hour" isFailed={isFailed} />
      <ChartCard title={`${metric.label}, last 30 days`} data={byDay} place="Day" isFailed={isFailed} />
    </>
  );
}

function hoursChart(hourly: HourlyRows, metric: ReportFieldMetric, today: Day, hour: number): ChartData {
  const hours = Array.from({ length: 24 }, (_, index) => index);
  const { yesterday, weekAgo } = comparedDays(today);
  const valuesOf = (day: Day, last: number) =>
    hours.map((each) => (each > last ? null : toNumber(hourly.valueAt(metric.key, day, each))));
  return {
    kind: 'line',
    unit: metric.unit,
    labels: hours.map(hourText),
    series: [
      { name: 'Today', values: valuesOf(today, hour), partialAt: hour },
      { name: 'Yesterday', values: valuesOf(yesterday, 23), isReference: true },
      { name: '7 days ago', values: valuesOf(weekAgo, 23), isReference: true },
    ],
  };
}

function daysChart(rows: readonly ReportRow[], metric: ReportFieldMetric, today: Day): ChartData {
  const labels = Array.from({ length: 30 }, (_, index) => addDays(today, index - 29));
  const byDay = new Map(rows.map((row) => [String(row['day']), toNumber(row[metric.key])]));
  const missing = metric.denominator === null ? 0 : null;
  return {
    kind: 'line',
    unit: metric.unit,
    labels,
    series: [
      { name: metric.label, values: labels.map((day) => byDay.get(day) ?? missing), partialAt: labels.length - 1 },
    ],
  };
}
