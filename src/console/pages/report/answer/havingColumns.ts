import { comparedParts, partLabels, unitOf, type CatalogueMetric, type MetricColumn } from '#reports/index.ts';

/** A number that a condition can be about. */
export interface HavingColumn {
  key: string;
  label: string;
  unit: CatalogueMetric['unit'];
}

/** The numbers that conditions can be about: of a report that is compared also those before, and how they differ. */
export function havingColumns(metrics: readonly CatalogueMetric[], isCompared: boolean): HavingColumn[] {
  return metrics.flatMap(({ key, label }) => [
    columnOf(key, label),
    ...(isCompared ? comparedParts.map((part) => columnOf(`${key}.${part}`, `${label}, ${partLabels[part]}`)) : []),
  ]);
}

function columnOf(key: MetricColumn, label: string): HavingColumn {
  return { key, label, unit: unitOf(key) };
}
