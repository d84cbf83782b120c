import type { Choice } from '#model/index.ts';
import type { Dimension } from './dimensions.ts';

const weekdays: readonly Choice[] = [
  { value: 1, label: 'Monday' },
  { value: 2, label: 'Tuesday' },
  { value: 3, label: 'Wednesday' },
  { value: 4, label: 'Thursday' },
  { value: 5, label: 'Friday' },
  { value: 6, label: 'Saturday' },
  { value: 7, label: 'Sunday' },
];

/** When something happened, in the zone of the report. */
export const timeDimensions = [
  {
    key: 'minute',
    label: 'Minute',
    definition: 'The minute in the zone of the report, from single events.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'fine',
  },
  {
    key: 'minute15',
    label: 'Quarter hour',
    definition: 'The quarter of an hour in the zone of the report, from single events.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'fine',
  },
  {
    key: 'hour',
    label: 'Hour',
    definition: 'The hour in the zone of the report.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'day',
    label: 'Day',
    definition: 'The day in the zone of the report.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'week',
    label: 'Week',
    definition: 'The week, named by its Monday; the range may cut the first and the last.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'month',
    label: 'Month',
    definition: 'The calendar month; the range may cut the first and the last.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'quarter',
    label: 'Quarter',
    definition: 'The quarter of the calendar year; the range may cut the first and the last.',
    group: 'Time',
    kind: 'time',
    column: null,
    facts: 'any',
  },
  {
    key: 'weekday',
    label: 'Day of the week',
    definition: 'Monday to Sunday in the zone of the report, all weeks of the range together.',
    group: 'Time',
    kind: 'number',
    column: null,
    choices: weekdays,
    facts: 'any',
  },
  {
    key: 'hour_of_day',
    label: 'Hour of the day',
    definition: '0 to 23 in the zone of the report, all days of the range together.',
    group: 'Time',
    kind: 'number',
    column: null,
    facts: 'any',
  },
] as const satisfies readonly Dimension[];

/** Key of a dimension of time. */
export type TimeKey = (typeof timeDimensions)[number]['key'];

/** Whether a dimension is one of time. */
export function isTimeKey(key: string): key is TimeKey {
  return timeDimensions.some((each) => each.key === key);
}
