import type { Fault } from '#model/index.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import { inSentence } from '../inSentence.ts';
import { metricOf, partsOf } from '../metrics/metrics.ts';
import type { Metric } from '../metrics/metric.ts';

/** The dimensions that vendors' results can have, beside those of time. */
const reportedDimensions: readonly DimensionKey[] = [
  'account',
  'subpublisher',
  'channel',
  'environment',
  'advertiser',
  'tag',
  'partner',
  'site',
  'app',
  'publisher',
  'country',
  'device',
  'os',
  'vendor',
  'pb_category',
];

/** The summable metrics that a metric is computed from. */
export function sumsOfMetric(metric: Metric): Metric[] {
  const parts = partsOf(metric);
  return parts.length === 0 ? [metric] : parts.flatMap((key) => sumsOfMetric(metricOf(key)));
}

/** Whether a metric is computed from vendors' results only. */
export function isResultMetric(metric: Metric): boolean {
  return sumsOfMetric(metric).every(({ formula }) => formula.kind === 'found');
}

/** The dimensions and metrics of a report, each metric with its path. */
interface UsedFields {
  used: readonly DimensionKey[];
  metrics: readonly { key: string; path: string }[];
  isWholeHours: boolean;
}

/** The faults of combinations that vendors' results do not have. */
export function resultFaults({ used, metrics, isWholeHours }: UsedFields): Fault[] {
  const unreported = used.filter((key) => !isReported(key)).map((key) => inSentence(dimensionOf(key).label));
  const own = used.filter((key) => dimensionOf(key).facts === 'results');
  return metrics.flatMap(({ key, path }) => {
    const metric = metricOf(key);
    const message = isResultMetric(metric)
      ? resultMetricFault(metric, unreported, isWholeHours)
      : countedMetricFault(metric, own, unreported);
    return message === null ? [] : [{ code: 'metric_not_available', message, path }];
  });
}

function isReported(key: DimensionKey): boolean {
  const { group, facts } = dimensionOf(key);
  return reportedDimensions.includes(key) || (group === 'Time' && facts === 'any');
}

function resultMetricFault({ label }: Metric, unreported: readonly string[], isWholeHours: boolean): string | null {
  if (unreported.length > 0) return `${label}: vendor reports have no ${unreported.join(' or ')}`;
  return isWholeHours ? null : `${label}: vendor reports have whole hours only`;
}

/** Counted metrics are not available by the dimensions that only vendors' results have; except `scanned` by vendor. */
function countedMetricFault(
  metric: Metric,
  own: readonly DimensionKey[],
  unreported: readonly string[],
): string | null {
  const kinds = sumsOfMetric(metric).map(({ formula }) => formula.kind);
  if (kinds.some((kind) => kind === 'reach' || kind === 'answerTime')) {
    return `${metric.label} cannot be combined with vendor results`;
  }
  const [first] = own;
  if (first === undefined) return null;
  if (own.includes('pb_category') || metric.key !== 'scanned') {
    return `${metric.label}: not available by ${inSentence(dimensionOf(first).label)}`;
  }
  return resultMetricFault(metric, unreported, true);
}
