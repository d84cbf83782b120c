import type { DimensionKey, MetricKey } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from '../reports/builder/url/presets.ts';
import type { ReportKind } from '../reports/builder/url/reportKind.ts';
import { ImportResultsButton } from './ImportResultsButton.tsx';
import { basicMetrics, availableMetrics } from './layouts.ts';
import { LayoutSwitch } from './LayoutSwitch.tsx';

/** Quality of impressions, as players report it. */
const quality: MetricKey[] = ['imps', 'start', 'complete', 'vtr', 'clicks', 'ctr', 'errors', 'error_rate'];
/** Opportunities, and rates of them, are unknown by site or app combined with tag. */
const counted: MetricKey[] = ['imps', 'start', 'q1', 'q2', 'q3', 'complete', 'vtr', 'clicks', 'ctr', 'errors'];

const by = (label: string, key: DimensionKey): ReportPreset => ({
  label,
  dims: [key],
  metrics: availableMetrics(basicMetrics, [key]),
});

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
    label: 'Pre-bid and post-bid IVT',
    dims: ['channel'],
    metrics: ['calls', 'blk_ivt', 'imps', 'ivt_imp_rate', 'scanned', 'results', 'pb_ivt_rate'],
  },
  { label: 'Quality by day', dims: ['day'], metrics: quality },
  { label: 'Quality by tag', dims: ['tag'], metrics: quality },
  { label: 'Errors by code', dims: ['error_code'], metrics: ['imps', 'errors'] },
  { label: 'Sites by tag', dims: ['tag', 'site'], metrics: counted },
];

/** The verification report: impressions that vendors measured, and their results. */
export const verificationReport: ReportKind = {
  path: '/pbReport',
  title: 'Postbid report',
  metrics: basicMetrics,
  Head: LayoutSwitch,
  Import: ImportResultsButton,
  presetsFor: (rights) => presetsFor(rights, presets),
  isVerification: true,
};
