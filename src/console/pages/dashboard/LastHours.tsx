import { useMemo } from 'react';
import { dayAt, type ReportFieldMetric, type ReportBody, type ReportRow } from '#reports/index.ts';
import { toNumber, type ChartData } from '../../reports/chartData.ts';
import { useReport } from '../../reports/useReport.ts';
import { ChartCard } from './ChartCard.tsx';

const minutesShown = 120;
const minuteMs = 60_000;
/** Events arrive within seconds. The current minute is not shown, as it would always look like a drop. */
const refreshMs = 15_000;

interface LastHoursProps {
  metric: ReportFieldMetric;
  base: Pick<ReportBody, 'offset' | 'filters'>;
  /** Milliseconds since the epoch. */
  now: number;
  timezone: number;
}

/** One metric of the last two hours by minute. */
export function LastHours({ metric, base, now, timezone }: LastHoursProps) {
  const end = Math.floor(now / minuteMs) * minuteMs;
  const start = end - minutesShown * minuteMs;
  const report = useReport(
    {
      ...base,
      startDate: dayAt(start, timezone),
      endDate: dayAt(end - 1, timezone),
      startTime: minuteText(start, timezone).slice(11),
      endTime: endOfDay(minuteText(end, timezone).slice(11)),
      dimensions: ['minute'],
      metrics: [metric.key],
    },
    { refreshMs },
  );
  const data = useMemo(
    () => (report.data ? minutesChart(report.data.rows, metric, start, timezone) : null),
    [report.data, metric, start, timezone],
  );
  return (
    <ChartCard
      title={`${metric.label}, last two hours by minute`}
      data={data}
      place="Minute"
      isFailed={report.isError && !report.data}
      onRetry={() => void report.refetch()}
    />
  );
}

function minutesChart(
  rows: readonly ReportRow[],
  metric: ReportFieldMetric,
  start: number,
  timezone: number,
): ChartData {
  const minutes = Array.from({ length: minutesShown }, (_, index) => minuteText(start + index * minuteMs, timezone));
  const byMinute = new Map(rows.map((row) => [String(row['minute']), toNumber(row[metric.key])]));
  const missing = metric.denominator === null ? 0 : null;
  return {
    kind: 'line',
    unit: metric.unit,
    labels: minutes.map((minute) => minute.slice(11)),
    series: [{ name: metric.label, values: minutes.map((minute) => byMinute.get(minute) ?? missing) }],
  };
}

/** A minute in the format of reports, YYYY-MM-DD HH:MM, in a time zone. */
function minuteText(ms: number, timezone: number): string {
  return new Date(ms + timezone * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The end of a range at midnight, written as 24:00 of its last day. */
function endOfDay(time: string): string {
  return time === '00:00' ? '24:00' : time;
}
