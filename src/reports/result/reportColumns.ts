import { reportFieldsFor, type ReportFieldMetric, type MetricRights } from '../metrics/reportFields.ts';
import { dimensionOf } from '../dimensions/dimensions.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import type { ReportRow } from './formatRows.ts';
import { metricColumnsOf, partLabels, readMetricColumn, unitOf } from '../metrics/metricColumn.ts';
import type { ComparedPart, MetricColumn, ReportRequest } from '../question/request.ts';

/** A column of the table and of the export. */
export type ReportColumn =
  | { type: 'dimension'; key: string; label: string; dimension: Dimension }
  | {
      type: 'metric';
      key: MetricColumn;
      label: string;
      metric: ReportFieldMetric;
      unit: ReportFieldMetric['unit'];
      /** The part of a comparison; null for the metric's value in the range itself. */
      part: ComparedPart | null;
    };

/** The columns of a report, with the labels of the viewer's role. */
export function columnsOf(request: ReportRequest, rights: MetricRights): ReportColumn[] {
  const reportFields = reportFieldsFor(rights);
  return [
    ...request.dimensions.map((key): ReportColumn => {
      const dimension = dimensionOf(key);
      return { type: 'dimension', key, label: dimension.label, dimension };
    }),
    ...metricColumnsOf(request.metrics, request.before !== undefined).flatMap((key): ReportColumn[] => {
      const { key: metricKey, part } = readMetricColumn(key);
      const metric = reportFields.metrics.find((each) => each.key === metricKey);
      if (!metric) return [];
      const label = part === null ? metric.label : `${metric.label}, ${partLabels[part]}`;
      return [{ type: 'metric', key, label, metric, unit: unitOf(key), part }];
    }),
  ];
}

/** The text of a dimension's cell: the name when there is one, and a word for an empty value. */
export function dimensionText(row: ReportRow, dimension: Dimension): string {
  const value = row[dimension.key];
  const name = row[`${dimension.key}_name`];
  if (typeof name === 'string' && name !== '') return name;
  if (value === null || value === undefined) return '';
  if (dimension.kind === 'id') return value === 0 ? (dimension.none ?? 'None') : `#${value}`;
  if (value === '') return dimension.key === 'environment' ? 'Unknown' : 'None';
  if (dimension.key === 'error_code' && value === 0) return 'None';
  return String(value);
}
