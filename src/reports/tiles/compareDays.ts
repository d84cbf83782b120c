import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { addDays, type Day } from '../question/calendar.ts';
import { metricOf } from '../metrics/metrics.ts';
import type { ReportValue } from '../result/formatValue.ts';
import type { ReportRow } from '../result/formatRows.ts';
import { shareOfSum } from '../result/shareOfSum.ts';

/** Hourly rows of a report, and metrics over hours of a day. */
export interface HourlyRows {
  /** The metric of the first hours of a day; of a fraction of an hour, that share of the hour. */
  valueOf(key: string, day: Day, hours: number): ReportValue;
  /** The metric of one hour; null when unknown. */
  valueAt(key: string, day: Day, hour: number): ReportValue;
}

/** Indexes rows by hour. Metrics are computed from sums, so rates are exact over several hours. */
export function hourlyRows(rows: readonly ReportRow[]): HourlyRows {
  const byHour = new Map(rows.map((row) => [String(row['hour']), row]));
  const rowsOf = (day: Day, from: number, to: number): ReportRow[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => byHour.get(hourName(day, from + index))).filter(
      (row) => row !== undefined,
    );
  return {
    valueOf(key, day, hours) {
      const complete = Math.floor(hours);
      const partial = rowsOf(day, complete, Math.ceil(hours)).map((row) => shareOf(row, hours - complete));
      return computeMetric(key, [...rowsOf(day, 0, complete), ...partial]);
    },
    valueAt: (key, day, hour) => computeMetric(key, rowsOf(day, hour, hour + 1)),
  };
}

/** A row with a share of its sums. */
function shareOf(row: ReportRow, share: number): ReportRow {
  const parts = Object.entries(row).map(([key, value]) => {
    if (typeof value === 'number') return [key, Number(shareOfSum(BigInt(value), share))];
    const isMoney = key !== 'hour' && metricOf(key).unit === 'usd' && value !== null;
    return [key, isMoney ? usdFromNanos(shareOfSum(nanosFromUsd(value), share)) : value];
  });
  return Object.fromEntries(parts) as ReportRow;
}

/** An hour in the format of reports. */
export function hourName(day: Day, hour: number): string {
  return `${day} ${hourText(hour)}`;
}

/** Hour of the day: 7 → 07:00. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/**
 * Computes a metric from rows with its sums: counts as numbers, money as exact text, rates null when the divisor is
 * zero.
 */
export function computeMetric(key: string, rows: readonly ReportRow[]): ReportValue {
  const metric = metricOf(key);
  const { formula } = metric;
  if (formula.kind === 'ratio') {
    const bottom = plain(formula.bottom, rows);
    return bottom === 0 ? null : plain(formula.top, rows) / bottom;
  }
  if (formula.kind === 'perThousand') {
    const bottom = BigInt(plain(formula.bottom, rows));
    return bottom === 0n ? null : usdFromNanos((moneyOf(formula.top, rows) * 1000n) / bottom);
  }
  return metric.unit === 'usd' ? usdFromNanos(moneyOf(key, rows)) : plain(key, rows);
}

function plain(key: string, rows: readonly ReportRow[]): number {
  if (metricOf(key).unit === 'usd') return Number(moneyOf(key, rows));
  return rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
}

/** Sums a money metric. Differences such as profit come as their own sums, since not every role may see their parts. */
function moneyOf(key: string, rows: readonly ReportRow[]): bigint {
  return rows.reduce((sum, row) => sum + nanosFromUsd(String(row[key] ?? '0')), 0n);
}

/** Relative change, as a fraction; null when it cannot be computed. */
export function changeOf(now: ReportValue, before: ReportValue): number | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  const base = Number(before);
  return base === 0 ? null : (Number(now) - base) / Math.abs(base);
}

/** The days to compare today with. */
export function comparedDays(today: Day): { yesterday: Day; weekAgo: Day } {
  return { yesterday: addDays(today, -1), weekAgo: addDays(today, -7) };
}
