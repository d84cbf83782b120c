import {
  dimensionOf,
  isDimensionKey,
  reportLimits,
  type DimensionKey,
  type MetricKey,
  type ReportBody,
  type ReportRow,
} from '#reports/index.ts';
import { sortableKeys } from '../question/sortableKeys.ts';

/** Maximum columns of a pivot table. */
export const maxColumns = 20;

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
