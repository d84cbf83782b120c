import type { Day } from '../calendarDay.ts';
import { zoneText } from './zonedTime.ts';

/** Frequencies of a schedule. */
export const scheduleRepeats = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleRepeats = (typeof scheduleRepeats)[number];

/** Days of the week from 1 = Monday to 7 = Sunday. */
export const weekDayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The pattern of a schedule's due times. */
export interface SchedulePattern {
  repeats: ScheduleRepeats;
  /** Days of a weekly schedule: 1 = Monday … 7 = Sunday. */
  weekDays: readonly number[];
  /** Day of a monthly schedule, 1–31; the last day in shorter months. */
  monthDay: number | null;
  /** Wall-clock time in the zone, HH:mm. */
  time: string;
  /** Name in the IANA database. */
  zone: string;
  /** First and last day, inclusive; null = unbounded. */
  startDate: Day | null;
  endDate: Day | null;
}

/** Forms of a mail with a report: with an attachment, or with a link to the console. */
export const emailForms = ['attachment', 'link'] as const;
export type EmailForm = (typeof emailForms)[number];

/** Limits of one schedule. */
export const scheduleLimits = {
  emails: 20,
  colleagues: 50,
  /** Consecutive failures after which it is paused. */
  failures: 5,
  /** Runs stored in its history. */
  runs: 50,
} as const;

/** A schedule in words: "Daily 08:00 Europe/Berlin". */
export function scheduleLabel({ repeats, weekDays, monthDay, time, zone }: SchedulePattern): string {
  const at = `${time} ${zoneText(zone)}`;
  if (repeats === 'daily') return `Daily ${at}`;
  if (repeats === 'monthly') return `Monthly, day ${monthDay ?? 1}, ${at}`;
  const names = [...weekDays].toSorted((a, b) => a - b).map((day) => weekDayNames[day - 1] ?? '');
  return `Weekly, ${names.join(' ')}, ${at}`;
}
