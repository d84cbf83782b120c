import { metricColumnsOf } from '../metrics/metricColumn.ts';
import type { MetricKey } from '../metrics/metrics.ts';

/** The keys that rows can be sorted by: the report's columns and, if compared, the differences of its metrics. */
export function sortableKeys(dims: readonly string[], metrics: readonly MetricKey[], isCompared: boolean): string[] {
  const differences = isCompared ? metrics.map((key) => `${key}.diff`) : [];
  return [...dims, ...metricColumnsOf(metrics, isCompared), ...differences];
}
