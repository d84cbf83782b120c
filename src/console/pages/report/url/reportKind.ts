import type { ComponentType } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { MetricKey, MetricRights } from '#reports/index.ts';
import { presetsFor, type ReportPreset } from './presets.ts';
import { defaultMetrics, type ReportSearch } from './reportSearch.ts';

/** What a page adds to the head of its reports. */
export interface ReportHeadProps {
  user: MetricRights;
  search: ReportSearch;
  onChange: (part: Partial<ReportSearch>) => void;
}

/** A page that builds reports: what it is called, what it starts from, and which reports it saves. */
export interface ReportKind {
  path: '/report' | '/pbReport';
  title: string;
  /** Metrics of a bare address. */
  metrics: readonly MetricKey[];
  /** Stands before the presets; null = nothing. */
  Head: ComponentType<ReportHeadProps> | null;
  /** Imports the results that an empty report misses; null = it has no import. */
  Import: ComponentType<{ user: SessionUser }> | null;
  presetsFor: (rights: MetricRights) => ReportPreset[];
  /** Whether what it saves is a postbid report. */
  isVerification: boolean;
}

/** The report page. */
export const plainReport: ReportKind = {
  path: '/report',
  title: 'Report',
  metrics: defaultMetrics,
  Head: null,
  Import: null,
  presetsFor: (rights) => presetsFor(rights),
  isVerification: false,
};
