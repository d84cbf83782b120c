import { comparedParts, partLabels, unitOf, type ReportFieldMetric, type MetricColumn } from '#reports/index.ts';

/** A column that a metric filter can use. */
export interface HavingColumn {
  key: string;
  label: string;
  unit: ReportFieldMetric['unit'];
}

/** The columns that metric filters can use. A compared report adds previous values and changes. */
export function havingColumns(metrics: readonly ReportFieldMetric[], isCompared: boolean): HavingColumn[] {
  return metrics.flatMap(({ key, label }) => [
    columnOf(key, label),
    ...(isCompared ? comparedParts.map((part) => columnOf(`${key}.${part}`, `${label}, ${partLabels[part]}`)) : []),
  ]);
}

function columnOf(key: MetricColumn, label: string): HavingColumn {
  return { key, label, unit: unitOf(key) };
}
