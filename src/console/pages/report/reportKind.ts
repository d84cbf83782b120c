import type { DimensionKey, MetricKey, MetricRights } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from './presets.ts';
import { defaultMetrics } from './reportSearch.ts';

/** A set of columns that a page offers by its name. */
export interface ReportLayout {
  value: string;
  label: string;
  /** Its metrics beside some dimensions. */
  metricsFor: (dims: readonly DimensionKey[]) => MetricKey[];
}

/** A page that builds reports: what it is called, what it starts from, and which reports it saves. */
export interface ReportKind {
  path: '/report' | '/pbReport';
  title: string;
  /** Metrics of a bare address. */
  metrics: readonly MetricKey[];
  /** Sets of columns to switch between; empty = none. */
  layouts: readonly ReportLayout[];
  presetsFor: (rights: MetricRights) => ReportPreset[];
  /** Whether what it saves is a postbid report. */
  isPostbid: boolean;
}

/** The report page. */
export const plainReport: ReportKind = {
  path: '/report',
  title: 'Report',
  metrics: defaultMetrics,
  layouts: [],
  presetsFor: (rights) => presetsFor(rights),
  isPostbid: false,
};
