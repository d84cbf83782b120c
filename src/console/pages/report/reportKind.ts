import type { MetricKey, MetricRights } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from './presets.ts';
import { defaultMetrics } from './reportSearch.ts';

/** A page that builds reports: what it is called, what it starts from, and which reports it saves. */
export interface ReportKind {
  path: '/report' | '/pbReport';
  title: string;
  /** Metrics of a bare address. */
  metrics: readonly MetricKey[];
  presetsFor: (rights: MetricRights) => ReportPreset[];
  /** Whether what it saves is a postbid report. */
  isPostbid: boolean;
}

/** The report page. */
export const plainReport: ReportKind = {
  path: '/report',
  title: 'Report',
  metrics: defaultMetrics,
  presetsFor: (rights) => presetsFor(rights),
  isPostbid: false,
};
