import { addDays, mondayOf } from './calendarMonth.ts';

/** A named range of days; custom keeps its own ends. */
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

/** Both ends included, as YYYY-MM-DD, or YYYY-MM-DDTHH:mm where times are asked for. */
export type DateRange = { preset: RangePreset; from: string; to: string };

/** What each preset is called. */
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

/** The presets a picker offers unless told otherwise. */
export const DEFAULT_PRESETS: readonly RangePreset[] = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'monthToDate',
  'lastMonth',
];

function quarterStart(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}

function lastMonthOf(day: string): [string, string] {
  const end = addDays(`${day.slice(0, 7)}-01`, -1);
  return [`${end.slice(0, 7)}-01`, end];
}

/** First and last day of each preset, given today. */
const ENDS: Record<Exclude<RangePreset, 'custom'>, (today: string) => [string, string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  last7: (today) => [addDays(today, -6), today],
  last14: (today) => [addDays(today, -13), today],
  last30: (today) => [addDays(today, -29), today],
  weekToDate: (today) => [mondayOf(today), today],
  lastWeek: (today) => [addDays(mondayOf(today), -7), addDays(mondayOf(today), -1)],
  monthToDate: (today) => [`${today.slice(0, 7)}-01`, today],
  lastMonth: lastMonthOf,
  quarterToDate: (today) => [quarterStart(today), today],
};

/** The days of a preset, today being YYYY-MM-DD in the user's zone. "Last n days" ends today. */
export function rangeOf(preset: Exclude<RangePreset, 'custom'>, today: string): DateRange {
  const [from, to] = ENDS[preset](today);
  return { preset, from, to };
}

/** A range in words: "Last 7 days" or "2026-03-01 – 2026-03-05". */
export function rangeLabel(range: DateRange): string {
  if (range.preset !== 'custom') return PRESET_LABELS[range.preset];
  const [from, to] = [range.from.replace('T', ' '), range.to.replace('T', ' ')];
  return from === to ? from : `${from} – ${to}`;
}
