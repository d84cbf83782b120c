import { rangeDays } from '#reports/question/rangeDays.ts';

/** A named range of days; custom has its own ends. */
export type RangePreset =
  | 'today'
  | 'yesterday'
  | 'last7'
  | 'last14'
  | 'last30'
  | 'weekToDate'
  | 'lastWeek'
  | 'monthToDate'
  | 'lastMonth'
  | 'quarterToDate'
  | 'custom';

/** Both ends are inclusive: YYYY-MM-DD, or YYYY-MM-DDTHH:mm for ranges with time. */
export type DateRange = { preset: RangePreset; from: string; to: string };

/** Labels of presets. */
export const PRESET_LABELS: Record<RangePreset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last14: 'Last 14 days',
  last30: 'Last 30 days',
  weekToDate: 'Week to date',
  lastWeek: 'Last week',
  monthToDate: 'Month to date',
  lastMonth: 'Last month',
  quarterToDate: 'Quarter to date',
  custom: 'Custom',
};

/** The default presets of a picker. */
export const DEFAULT_PRESETS: readonly RangePreset[] = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'monthToDate',
  'lastMonth',
];

/** The days of a preset; `today` is YYYY-MM-DD in the user's zone. "Last n days" ends today. */
export function rangeOf(preset: Exclude<RangePreset, 'custom'>, today: string): DateRange {
  const [from, to] = rangeDays(preset, today);
  return { preset, from, to };
}

/** Formats a range: "Last 7 days" or "2026-03-01 – 2026-03-05". */
export function rangeLabel(range: DateRange): string {
  if (range.preset !== 'custom') return PRESET_LABELS[range.preset];
  const [from, to] = [range.from.replace('T', ' '), range.to.replace('T', ' ')];
  return from === to ? from : `${from} – ${to}`;
}
