import type { Fault } from '#model/index.ts';
import { currentMetricColumn } from '../metrics/formerMetricKeys.ts';
import { readMetricColumn } from '../metrics/metricColumn.ts';
import { checkDimension, checkMetric } from './normalizeReport.ts';
import { reportLimits, type ReportViewer } from './request.ts';

/** The unknown dimensions and metrics of a body that its schema refuses, so that they are reported with its faults. */
export function unknownNamesOf(body: unknown, viewer: ReportViewer): Fault[] {
  const faults: Fault[] = [];
  const dimension = (key: unknown, path: string) => {
    if (typeof key === 'string') checkDimension(key, viewer, path, faults);
  };
  const metric = (key: unknown, path: string) => {
    if (typeof key === 'string') checkMetric(currentMetricColumn(key), viewer, path, faults);
  };
  const { dimensions, metrics, filters, conditions } = reportLimits;
  for (const [at, key] of itemsOf(body, 'dimensions', dimensions)) dimension(key, `dimensions.${at}`);
  for (const [at, key] of itemsOf(body, 'metrics', metrics)) metric(key, `metrics.${at}`);
  for (const [at, filter] of itemsOf(body, 'filters', filters)) dimension(partOf(filter, 'dim'), `filters.${at}.dim`);
  for (const [at, condition] of itemsOf(body, 'having', conditions)) {
    const column = partOf(condition, 'metric');
    metric(typeof column === 'string' ? readMetricColumn(column).key : column, `having.${at}.metric`);
  }
  return faults;
}

/** The first items of a list in a body, with their positions; none where there is no list. */
function itemsOf(body: unknown, name: string, max: number): [number, unknown][] {
  const list = partOf(body, name);
  return Array.isArray(list) ? list.slice(0, max).map((item: unknown, at) => [at, item]) : [];
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
