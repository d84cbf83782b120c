import { exactUsdText, usdText } from '#model/money/usdText.ts';
import type { Metric } from '../metrics/metric.ts';

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
/** Formats a metric value for tables; an unknown value is a dash. */
export function formatValue(value: ReportValue, unit: Metric['unit']): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'usd') return usdText(String(value));
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
  return unit === 'usd'
    ? exactUsdText(String(value))
    : unit === 'count'
      ? integerFormat.format(Number(value))
      : String(value);
}
