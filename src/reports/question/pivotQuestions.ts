import { dimensionOf, isDimensionKey, type DimensionKey } from '../dimensions/dimensions.ts';
import type { MetricKey } from '../metrics/metrics.ts';
import { dimensionText } from '../result/reportColumns.ts';
import type { ReportRow } from '../result/formatRows.ts';
import type { ReportBody } from './reportBody.ts';
import { reportLimits } from './request.ts';
import { sortableKeys } from './sortableKeys.ts';

/** Maximum columns of a pivot table. */
export const maxPivotColumns = 20;

/** Maximum rows of a pivot table. */
export const maxPivotRows = 1000;

/** The request for the rows of a pivot table and their totals: the report without the dimension in columns. */
export function rowQuestion(body: ReportBody, pivot: DimensionKey): ReportBody {
  const dimensions = (body.dimensions ?? []).filter((key) => key !== pivot);
  const columns = sortableKeys(dimensions, body.metrics as MetricKey[], Boolean(body.compare));
  const [metric = 'imps'] = body.metrics;
  const sort = (body.sort ?? []).filter(({ key }) => columns.includes(key));
  const isOverTime = dimensions.some((key) => isDimensionKey(key) && dimensionOf(key).group === 'Time');
  return {
    ...body,
    dimensions,
    sort: sort.length > 0 || isOverTime ? sort : [{ key: metric, dir: 'desc' }],
    limit: Math.min(body.limit ?? maxPivotRows, maxPivotRows),
  };
}

/**
 * The request for the columns of a pivot table and their totals, the largest first. Metric filters apply to rows only.
 */
export function columnQuestion(body: ReportBody, pivot: DimensionKey): ReportBody {
  const [metric = 'imps'] = body.metrics;
  return {
    ...body,
    dimensions: [pivot],
    having: [],
    compare: null,
    sort: [{ key: metric, dir: 'desc' }],
    limit: reportLimits.filterValues,
    hideZero: true,
  };
}

/**
 * The request for the cells of a pivot table: of the columns shown and, with one dimension in rows, of the rows shown.
 */
export function cellQuestion(
  body: ReportBody,
  pivot: DimensionKey,
  columns: readonly ReportRow[],
  rows: readonly ReportRow[],
): ReportBody {
  const dimensions = body.dimensions ?? [];
  const rest = dimensions.filter((key) => key !== pivot);
  const [only] = rest;
  const filters = [...(body.filters ?? [])];
  const narrow = (key: string | undefined, found: readonly ReportRow[]) => {
    if (key === undefined || !isDimensionKey(key) || dimensionOf(key).kind === 'time') return;
    if (found.length === 0 || filters.length >= reportLimits.filters) return;
    const values = found.slice(0, reportLimits.filterValues).map((row) => row[key]);
    filters.push({
      dim: key,
      op: 'in',
      values: values.flatMap((value) => (value === null || value === undefined ? [] : [value])),
    });
  };
  narrow(pivot, columns);
  if (rest.length === 1) narrow(only, rows);
  return { ...body, filters, having: [], compare: null, sort: [], limit: reportLimits.rows, hideZero: true };
}

/** The unique key of a row of a pivot table. */
export function pivotKey(row: ReportRow, dimensions: readonly string[]): string {
  return dimensions.map((key) => String(row[key])).join('\u0001');
}

/** The largest columns of a pivot table; those of a time dimension in chronological order. */
export function largestColumns(rows: readonly ReportRow[], pivot: DimensionKey): ReportRow[] {
  const top = rows.slice(0, maxPivotColumns);
  if (dimensionOf(pivot).group !== 'Time') return top;
  return top.toSorted((a, b) => {
    const [left, right] = [a[pivot], b[pivot]];
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  });
}

/** The name of a column of a pivot table. */
export function pivotColumnName(column: ReportRow, pivot: DimensionKey): string {
  return dimensionText(column, dimensionOf(pivot)) || 'None';
}
