import type { SharedColumn } from '#api/shares/shareContract.ts';
import {
  dimensionOf,
  isDimensionKey,
  isMetricKey,
  metricOf,
  readMetricColumn,
  type ReportColumn,
} from '#reports/index.ts';

/** The columns of a shared report as charts read them. Its rows have names instead of ids. */
export function reportColumns(columns: readonly SharedColumn[]): ReportColumn[] {
  return columns.flatMap(({ key, label, definition, unit }): ReportColumn[] => {
    if (unit === null) {
      if (!isDimensionKey(key)) return [];
      return [{ type: 'dimension', key, label, dimension: { ...dimensionOf(key), kind: 'text' } }];
    }
    const { key: metricKey, part } = readMetricColumn(key);
    if (!isMetricKey(metricKey)) return [];
    const { group, unit: metricUnit } = metricOf(metricKey);
    // Charts do not read the facts that have a metric.
    const metric = { key: metricKey, label, definition, group, unit: metricUnit, denominator: null, sides: [] };
    return [{ type: 'metric', key: part === null ? metricKey : `${metricKey}.${part}`, label, metric, unit, part }];
  });
}
