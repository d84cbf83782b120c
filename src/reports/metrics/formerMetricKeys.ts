import { currentDimensionValue } from '../dimensions/currentDimensionValue.ts';
import type { MetricKey } from './metrics.ts';
import { readMetricColumn } from './metricColumn.ts';

/** Keys of metrics in earlier versions, by which saved reports, bookmarks and programs may still name them. */
const formerMetricKeys = new Map<string, MetricKey>([
  ['scan_rate', 'verification_rate'],
  ['scan_fee', 'verification_fee'],
  ['pb_view_told', 'pb_viewability_reported'],
]);

/** A metric, or a column that a comparison adds, as it is called now; any other text as it is. */
export function currentMetricColumn(column: string): string {
  const { key, part } = readMetricColumn(column);
  const current = formerMetricKeys.get(key);
  if (current === undefined) return column;
  return part === null ? current : `${current}.${part}`;
}

/** The parts of a question that name metrics and values of dimensions. */
interface NamingParts {
  metrics: string[];
  filters?: { dim: string; values: (string | number)[] }[] | undefined;
  having?: { metric: string }[] | undefined;
  sort?: { key: string }[] | undefined;
}

/** A question with its metrics and the values of its filters as they are called now. */
export function withCurrentNames<Body extends NamingParts>(body: Body): Body {
  return {
    ...body,
    metrics: body.metrics.map(currentMetricColumn),
    ...(body.filters && {
      filters: body.filters.map((filter) => ({
        ...filter,
        values: filter.values.map((value) => currentDimensionValue(filter.dim, value)),
      })),
    }),
    ...(body.having && {
      having: body.having.map((condition) => ({ ...condition, metric: currentMetricColumn(condition.metric) })),
    }),
    ...(body.sort && { sort: body.sort.map((order) => ({ ...order, key: currentMetricColumn(order.key) })) }),
  };
}

/** Stored rows with their columns and values as they are called now. */
export function withCurrentColumns<Value>(rows: readonly Record<string, Value>[]): Record<string, Value | string>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [currentMetricColumn(name), currentDimensionValue(name, value)]),
    ),
  );
}
