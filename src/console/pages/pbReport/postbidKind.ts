import type { MetricKey } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from '../report/presets.ts';
import type { ReportKind } from '../report/reportKind.ts';

/** What players tell of the quality of impressions. */
const quality: MetricKey[] = ['imps', 'start', 'complete', 'vtr', 'clicks', 'ctr', 'errors', 'error_rate'];
/** Beside the place of an ad and its tag, opportunities are not known, and so is no rate of them. */
const counted: MetricKey[] = ['imps', 'start', 'q1', 'q2', 'q3', 'complete', 'vtr', 'clicks', 'ctr', 'errors'];

const scans: MetricKey[] = ['imps', 'scanned', 'scan_rate', 'scanned_pix', 'scanned_wh'];

const presets: readonly ReportPreset[] = [
  { label: 'Quality by day', dims: ['day'], metrics: quality },
  { label: 'Quality by channel', dims: ['channel'], metrics: quality },
  { label: 'Quality by tag', dims: ['tag'], metrics: quality },
  { label: 'Quality by site', dims: ['site'], metrics: quality },
  { label: 'Quality by app', dims: ['app'], metrics: quality },
  { label: 'Errors by code', dims: ['error_code'], metrics: ['imps', 'errors'] },
  { label: 'Scanned by channel', dims: ['channel'], metrics: scans },
  { label: 'Scanned by tag', dims: ['tag'], metrics: scans },
  { label: 'Sites of each tag', dims: ['tag', 'site'], metrics: counted },
];

/** The postbid report: the quality of impressions after they were bought. */
export const postbidReport: ReportKind = {
  path: '/pbReport',
  title: 'Postbid report',
  metrics: quality,
  presetsFor: (rights) => presetsFor(rights, presets),
  isPostbid: true,
};
