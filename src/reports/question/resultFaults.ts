import type { Fault } from '#model/index.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import { inSentence } from '../inSentence.ts';
import { metricOf, partsOf } from '../metrics/metrics.ts';
import type { Metric } from '../metrics/metric.ts';

/** The dimensions that vendors' reports may tell, beside those of time. */
const told: readonly DimensionKey[] = [
  'account',
  'subpublisher',
  'channel',
  'environment',
  'advertiser',
  'tag',
  'site',
  'app',
  'publisher',
  'country',
  'device',
  'os',
  'vendor',
  'pb_category',
];

/** The sums that a metric is made of. */
export function sumsOfMetric(metric: Metric): Metric[] {
  const parts = partsOf(metric);
  return parts.length === 0 ? [metric] : parts.flatMap((key) => sumsOfMetric(metricOf(key)));
}

/** Whether all that a metric is made of comes from vendors. */
export function isOfResults(metric: Metric): boolean {
  return sumsOfMetric(metric).every(({ formula }) => formula.kind === 'found');
}

/** What is asked, each with the place where it is asked. */
interface Asked {
  used: readonly DimensionKey[];
  metrics: readonly { key: string; path: string }[];
  isOfWholeHours: boolean;
}

/** Why what vendors found cannot be told as it is asked. */
export function resultFaults({ used, metrics, isOfWholeHours }: Asked): Fault[] {
  const untold = used.filter((key) => !isTold(key)).map((key) => inSentence(dimensionOf(key).label));
  const own = used.filter((key) => dimensionOf(key).facts === 'results');
  return metrics.flatMap(({ key, path }) => {
    const metric = metricOf(key);
    const message = isOfResults(metric)
      ? whyNotFound(metric, untold, isOfWholeHours)
      : whyNotCounted(metric, own, untold);
    return message === null ? [] : [{ code: 'metric_not_carried', message, path }];
  });
}

function isTold(key: DimensionKey): boolean {
  const { group, facts } = dimensionOf(key);
  return told.includes(key) || (group === 'Time' && facts === 'any');
}

function whyNotFound({ label }: Metric, untold: readonly string[], isOfWholeHours: boolean): string | null {
  if (untold.length > 0) return `${label}: vendor reports have no ${untold.join(' or ')}`;
  return isOfWholeHours ? null : `${label}: vendor reports have whole hours only`;
}

/** Beside what vendors alone tell apart, scanned impressions are known by vendor. */
function whyNotCounted(metric: Metric, own: readonly DimensionKey[], untold: readonly string[]): string | null {
  const kinds = sumsOfMetric(metric).map(({ formula }) => formula.kind);
  if (kinds.some((kind) => kind === 'reach' || kind === 'answerTime')) {
    return `${metric.label} cannot be combined with vendor results`;
  }
  const [first] = own;
  if (first === undefined) return null;
  if (own.includes('pb_category') || metric.key !== 'scanned') {
    return `${metric.label}: not available by ${inSentence(dimensionOf(first).label)}`;
  }
  return whyNotFound(metric, untold, true);
}
