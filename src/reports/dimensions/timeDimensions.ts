import type { Choice } from '#model/index.ts';
import type { Dimension } from './dimension.ts';

const weekdays: readonly Choice[] = [
  { value: 1, label: 'Monday' },
  { value: 2, label: 'Tuesday' },
  { value: 3, label: 'Wednesday' },
  { value: 4, label: 'Thursday' },
  { value: 5, label: 'Friday' },
  { value: 6, label: 'Saturday' },
  { value: 7, label: 'Sunday' },
];

/** Dimensions of time, in the zone of the report. */
export const timeDimensions = [
  {
    key: 'minute',
    label: 'Minute',
    definition: 'Minute in the report’s time zone, from event-level data.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'fine',
  },
  {
    key: 'minute15',
    label: '15 minutes',
    definition: '15-minute interval in the report’s time zone, from event-level data.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'fine',
  },
  {
    key: 'hour',
    label: 'Hour',
    definition: 'Hour in the report’s time zone.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'day',
    label: 'Day',
    definition: 'Day in the report’s time zone.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'week',
    label: 'Week',
    definition: 'Week, shown as its Monday. The first and last week can be partial.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'month',
    label: 'Month',
    definition: 'Calendar month. The first and last month can be partial.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'quarter',
    label: 'Quarter',
    definition: 'Calendar quarter. The first and last quarter can be partial.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'weekday',
    label: 'Day of week',
    definition: 'Monday to Sunday in the report’s time zone, over all weeks of the range.',
    group: 'Time',
    kind: 'number',
    column: null,
    choices: weekdays,
    facts: 'any',
  },
  {
    key: 'hour_of_day',
    label: 'Hour of day',
    definition: '0 to 23 in the report’s time zone, over all days of the range.',
    group: 'Time',
    kind: 'number',
    column: null,
    facts: 'any',
  },
] as const satisfies readonly Dimension[];

export type TimeKey = (typeof timeDimensions)[number]['key'];

/** Whether a dimension is one of time. */
export function isTimeKey(key: string): key is TimeKey {
  return timeDimensions.some((each) => each.key === key);
}
