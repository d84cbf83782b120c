import { metricOf, type MetricKey, partsOf, type StoredValue } from '#reports/index.ts';

/** The summable metrics from which metrics are computed, each once. */
export function sumsOf(metrics: readonly MetricKey[]): MetricKey[] {
  const found = new Set<MetricKey>();
  const add = (key: string) => {
    const metric = metricOf(key);
    if (metric.formula.kind === 'sum') found.add(metric.key);
    else for (const part of partsOf(metric)) add(part);
  };
  for (const key of metrics) add(key);
  return [...found];
}

/**
 * Computes a metric from its sums (counts, nano-USD), in the form of the store's rows: integers, money as text, and
 * null when a divisor is zero. Rates are rounded down as in toSql.
 */
export function storedMetric(key: string, sumOf: (key: string) => bigint): StoredValue {
  const { formula, unit } = metricOf(key);
  if (formula.kind === 'ratio' || formula.kind === 'perThousand') {
    const bottom = summedMetric(formula.bottom, sumOf);
    if (bottom === 0n) return null;
    const top = summedMetric(formula.top, sumOf);
    return formula.kind === 'ratio' ? Number(top) / Number(bottom) : String((top * 1000n) / bottom);
  }
  const amount = summedMetric(key, sumOf);
  return unit === 'usd' ? String(amount) : Number(amount);
}

/** A metric as a comparable number: counts, USD, fractions of 1; null when it is undefined. */
export function comparableMetric(key: string, sumOf: (key: string) => bigint): number | null {
  const value = storedMetric(key, sumOf);
  if (value === null) return null;
  return metricOf(key).unit === 'usd' ? Number(value) / 1e9 : Number(value);
}

function summedMetric(key: string, sumOf: (key: string) => bigint): bigint {
  const { formula } = metricOf(key);
  if (formula.kind === 'difference') {
    return formula.minus.reduce((left, part) => left - summedMetric(part, sumOf), summedMetric(formula.from, sumOf));
  }
  return sumOf(key);
}
