import { nanosFromUsd } from '#model/index.ts';
import type { Metric } from '#reports/index.ts';

/** The value of a report cell. */
export type ReportValue = string | number | null | undefined;

const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const cents = 10_000_000n;

/**
 * Formats decimal USD text as dollars and cents, rounded half away from zero: "1234.5" → "$1,234.50". Exact at any
 * size.
 */
export function formatUsd(usd: string): string {
  const nanos = nanosFromUsd(usd);
  const magnitude = ((nanos < 0n ? -nanos : nanos) + cents / 2n) / cents;
  const isNegative = nanos < 0n && magnitude > 0n;
  const fraction = String(magnitude % 100n).padStart(2, '0');
  return `${isNegative ? '−' : ''}$${integerFormat.format(magnitude / 100n)}.${fraction}`;
}

/** Formats a metric value for tables; an unknown value is a dash. */
export function formatValue(value: ReportValue, unit: Metric['unit']): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'usd') return formatUsd(String(value));
  if (unit === 'ratio') return percent.format(Number(value));
  if (unit === 'number') return plain.format(Number(value));
  return `${integerFormat.format(Number(value))}${unit === 'ms' ? ' ms' : ''}`;
}

/** Formats a metric value in short form: 12.3M, $4.5K; percentages as in tables. */
export function formatShort(value: ReportValue, unit: Metric['unit']): string {
  if (value === null || value === undefined) return '–';
  const number = Number(value);
  if (unit === 'ratio' || unit === 'ms' || Math.abs(number) < 10_000) return formatValue(value, unit);
  const text = compact.format(Math.abs(number));
  return `${number < 0 ? '−' : ''}${unit === 'usd' ? '$' : ''}${text}`;
}

/** The unrounded value for titles: exact money and whole counts. */
export function exactValue(value: ReportValue, unit: Metric['unit']): string | undefined {
  if (value === null || value === undefined) return undefined;
  return unit === 'usd' ? `$${value}` : unit === 'count' ? integerFormat.format(Number(value)) : String(value);
}
