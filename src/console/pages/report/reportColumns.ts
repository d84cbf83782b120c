import type { Role } from '#model/index.ts';
import {
  catalogueFor,
  dimensionOf,
  type CatalogueMetric,
  type Dimension,
  type ReportRow,
  type ReportRequest,
} from '#reports/index.ts';
import { formatValue } from '../../reporting/formatValue.ts';

/** A column of the table and of the export. */
export type ReportColumn =
  | { type: 'dimension'; key: string; label: string; dimension: Dimension }
  | { type: 'metric'; key: string; label: string; metric: CatalogueMetric };

/** The columns of a report in the words of a role. */
export function columnsOf(request: ReportRequest, role: Role): ReportColumn[] {
  const catalogue = catalogueFor(role);
  return [
    ...request.dimensions.map((key): ReportColumn => {
      const dimension = dimensionOf(key);
      return { type: 'dimension', key, label: dimension.label, dimension };
    }),
    ...request.metrics.flatMap((key): ReportColumn[] => {
      const metric = catalogue.metrics.find((each) => each.key === key);
      return metric ? [{ type: 'metric', key, label: metric.label, metric }] : [];
    }),
  ];
}

/** What a dimension's cell says: a name where there is one, and words for what has none. */
export function dimensionText(row: ReportRow, dimension: Dimension): string {
  const value = row[dimension.key];
  const name = row[`${dimension.key}_name`];
  if (typeof name === 'string' && name !== '') return name;
  if (value === null || value === undefined) return '';
  if (dimension.kind === 'id') return value === 0 ? 'None' : `#${value}`;
  if (value === '') return dimension.key === 'environment' ? 'Unknown' : 'None';
  if (dimension.key === 'error_code' && value === 0) return 'None';
  return String(value);
}

/** What any cell says. */
export function cellText(row: ReportRow, column: ReportColumn): string {
  return column.type === 'dimension'
    ? dimensionText(row, column.dimension)
    : formatValue(row[column.key], column.metric.unit);
}

/** The rows by a column, equal ones in the order they came. Names sort as people read them, empty values come last. */
export function sortRows(
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
  sort: { key: string; dir: 'asc' | 'desc' } | null,
): readonly ReportRow[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!sort || !column) return rows;
  const sign = sort.dir === 'asc' ? 1 : -1;
  if (column.type === 'metric' || column.dimension.kind === 'number') {
    const value = (row: ReportRow) => row[column.key] ?? null;
    return rows.toSorted((a, b) => {
      const [left, right] = [value(a), value(b)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * (Number(left) - Number(right));
    });
  }
  const { dimension } = column;
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return rows.toSorted((a, b) => sign * collator.compare(dimensionText(a, dimension), dimensionText(b, dimension)));
}
