import type { DimensionKey, MetricKey } from '#reports/index.ts';

/** A named set of columns that the page offers. */
export interface ReportLayout {
  value: string;
  label: string;
  /** Its metrics that are available with these dimensions. */
  metricsFor: (dims: readonly DimensionKey[]) => MetricKey[];
}

/** Valid against invalid impressions. */
export const basicMetrics: MetricKey[] = [
  'scanned',
  'verification_rate',
  'results',
  'pb_valid',
  'pb_ivt',
  'pb_ivt_rate',
  'pb_viewable_rate',
  'verification_fee',
];

/** All categories, as in vendors' own reports. */
const detailedMetrics: MetricKey[] = [
  'scanned',
  'results',
  'pb_valid',
  'pb_ivt_rate',
  'pb_givt',
  'pb_givt_rate',
  'pb_sivt',
  'pb_sivt_rate',
  'pb_crawler',
  'pb_reputation',
  'pb_other_givt',
  'pb_bot',
  'pb_tools',
  'pb_proxy',
  'pb_view',
  'pb_spoofing',
  'pb_other_sivt',
  'pb_viewable_rate',
];

/** The metrics available with these dimensions: by vendor or category, fewer are known. */
export function availableMetrics(metrics: MetricKey[], dims: readonly DimensionKey[]): MetricKey[] {
  if (dims.includes('pb_category')) return ['results'];
  return dims.includes('vendor')
    ? metrics.filter((key) => key !== 'verification_rate' && key !== 'verification_fee')
    : metrics;
}

/** The sets of columns that the page offers. */
export const layouts: readonly ReportLayout[] = [
  { value: 'basic', label: 'Basic', metricsFor: (dims) => availableMetrics(basicMetrics, dims) },
  { value: 'detailed', label: 'Detailed', metricsFor: (dims) => availableMetrics(detailedMetrics, dims) },
];
