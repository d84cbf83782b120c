import type { ComponentType } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { MetricKey, MetricRights } from '#reports/index.ts';
import { presetsFor, type PresetRights, type ReportPreset } from './presets.ts';
import { defaultMetrics, type ReportSearch } from './reportSearch.ts';

export interface ReportHeadProps {
  user: MetricRights;
  search: ReportSearch;
  onChange: (part: Partial<ReportSearch>) => void;
}

/** A page that builds reports: its title, defaults and kind of saved reports. */
export interface ReportKind {
  path: '/report' | '/pbReport';
  title: string;
  /** Metrics when the URL names none. */
  metrics: readonly MetricKey[];
  /** Shown before the presets; null = nothing. */
  Head: ComponentType<ReportHeadProps> | null;
  /** Imports vendors' results that an empty report lacks; null = no import. */
  Import: ComponentType<{ user: SessionUser }> | null;
  presetsFor: (rights: PresetRights) => ReportPreset[];
  /** Whether its saved reports are verification reports. */
  isVerification: boolean;
}

export const plainReport: ReportKind = {
  path: '/report',
  title: 'Report',
  metrics: defaultMetrics,
  Head: null,
  Import: null,
  presetsFor: (rights) => presetsFor(rights),
  isVerification: false,
};
