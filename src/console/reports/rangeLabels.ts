import type { ReportRange } from '#reports/index.ts';
import { PRESET_LABELS } from '../ui/date/dateRange.ts';

/** Labels of report ranges. */
export const rangeLabels: Record<ReportRange, string> = {
  ...PRESET_LABELS,
  last15Minutes: 'Last 15 minutes',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last72Hours: 'Last 72 hours',
};
