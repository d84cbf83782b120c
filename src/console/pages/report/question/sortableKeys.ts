import { metricColumnsOf, type MetricKey } from '#reports/index.ts';

/** What the rows of a report can be ordered by: its columns and, where it is compared, how much its metrics differ. */
export function sortableKeys(dims: readonly string[], metrics: readonly MetricKey[], isCompared: boolean): string[] {
  const differences = isCompared ? metrics.map((key) => `${key}.diff`) : [];
  return [...dims, ...metricColumnsOf(metrics, isCompared), ...differences];
}
