import type { DimensionKey, MetricKey } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from '../report/presets.ts';
import type { ReportKind, ReportLayout } from '../report/reportKind.ts';

/** Valid against invalid. */
const basic: MetricKey[] = [
  'scanned',
  'scan_rate',
  'results',
  'pb_valid',
  'pb_ivt',
  'pb_ivt_rate',
  'pb_viewable_rate',
  'scan_fee',
];

/** Every category, as vendors' own reports have them. */
const detailed: MetricKey[] = [
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

/** Beside a vendor, or a category, less is known of what was measured. */
function fitting(metrics: MetricKey[], dims: readonly DimensionKey[]): MetricKey[] {
  if (dims.includes('pb_category')) return ['results'];
  return dims.includes('vendor') ? metrics.filter((key) => key !== 'scan_rate' && key !== 'scan_fee') : metrics;
}

const layouts: readonly ReportLayout[] = [
  { value: 'basic', label: 'Basic', metricsFor: (dims) => fitting(basic, dims) },
  { value: 'detailed', label: 'Detailed', metricsFor: (dims) => fitting(detailed, dims) },
];

/** What players tell of the quality of impressions. */
const quality: MetricKey[] = ['imps', 'start', 'complete', 'vtr', 'clicks', 'ctr', 'errors', 'error_rate'];
/** Beside the place of an ad and its tag, opportunities are not known, and so is no rate of them. */
const counted: MetricKey[] = ['imps', 'start', 'q1', 'q2', 'q3', 'complete', 'vtr', 'clicks', 'ctr', 'errors'];

const by = (label: string, key: DimensionKey): ReportPreset => ({ label, dims: [key], metrics: fitting(basic, [key]) });

const presets: readonly ReportPreset[] = [
  by('IVT by day', 'day'),
  by('IVT by app', 'app'),
  by('IVT by site', 'site'),
  by('IVT by publisher', 'publisher'),
  by('IVT by sub-publisher', 'subpublisher'),
  by('IVT by channel', 'channel'),
  by('IVT by tag', 'tag'),
  by('IVT by vendor', 'vendor'),
  by('Categories', 'pb_category'),
  {
    label: 'Before and after the bid',
    dims: ['channel'],
    metrics: ['calls', 'blk_ivt', 'imps', 'ivt_imp_rate', 'scanned', 'results', 'pb_ivt_rate'],
  },
  { label: 'Quality by day', dims: ['day'], metrics: quality },
  { label: 'Quality by tag', dims: ['tag'], metrics: quality },
  { label: 'Errors by code', dims: ['error_code'], metrics: ['imps', 'errors'] },
  { label: 'Sites of each tag', dims: ['tag', 'site'], metrics: counted },
];

/** The postbid report: what vendors measured of impressions after they were bought, and what they found. */
export const postbidReport: ReportKind = {
  path: '/pbReport',
  title: 'Postbid report',
  metrics: basic,
  layouts,
  presetsFor: (rights) => presetsFor(rights, presets),
  isPostbid: true,
};
