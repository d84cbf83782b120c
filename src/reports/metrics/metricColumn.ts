import { metricOf, type MetricKey } from './metrics.ts';
import type { Metric } from './metric.ts';
import { comparedParts, type ComparedPart, type MetricColumn } from '../question/request.ts';

/** Labels of the columns that a comparison adds. */
export const partLabels: Record<ComparedPart, string> = { before: 'previous', change: 'change', diff: 'difference' };

/** Parses a column of numbers: its metric, and the part of a comparison; null for the metric itself. */
export function readMetricColumn(column: string): { key: string; part: ComparedPart | null } {
  for (const part of comparedParts) {
    if (column.endsWith(`.${part}`)) return { key: column.slice(0, -part.length - 1), part };
  }
  return { key: column, part: null };
}

/** The unit of a column: a change is a ratio, whatever its metric. */
export function unitOf(column: MetricColumn): Metric['unit'] {
  const { key, part } = readMetricColumn(column);
  return part === 'change' ? 'ratio' : metricOf(key).unit;
}

/** The columns of numbers of a report, in their order. */
export function metricColumnsOf(metrics: readonly MetricKey[], isCompared: boolean): MetricColumn[] {
  return metrics.flatMap((key): MetricColumn[] => (isCompared ? [key, `${key}.before`, `${key}.change`] : [key]));
}
