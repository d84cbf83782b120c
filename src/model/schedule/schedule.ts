import type { Day } from '../calendarDay.ts';
import { zoneText } from './zonedTime.ts';

/** How often a schedule is due. */
export const scheduleRepeats = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleRepeats = (typeof scheduleRepeats)[number];

/** Days of the week from 1 = Monday to 7 = Sunday. */
export const weekDayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** When a schedule is due. */
export interface SchedulePattern {
  repeats: ScheduleRepeats;
  /** Days of a weekly schedule: 1 = Monday … 7 = Sunday. */
  weekDays: readonly number[];
  /** Day of a monthly schedule, 1–31; the last of the month where it is shorter. */
  monthDay: number | null;
  /** Wall clock of the zone, HH:mm. */
  time: string;
  /** Name in the IANA database. */
  zone: string;
  /** First and last day, both included; null = without a bound. */
  startDate: Day | null;
  endDate: Day | null;
}

/** How a mail brings the report: as an attachment, or by a link to the console. */
export const emailForms = ['attachment', 'link'] as const;
export type EmailForm = (typeof emailForms)[number];

/** Bounds of one schedule. */
export const scheduleLimits = {
  emails: 20,
  colleagues: 50,
  /** Failures in a row after which it pauses itself. */
  failures: 5,
  /** Runs that its history keeps. */
  runs: 50,
} as const;

/** When a schedule is due, in words: "Daily 08:00 Europe/Berlin". */
export function scheduleLabel({ repeats, weekDays, monthDay, time, zone }: SchedulePattern): string {
  const at = `${time} ${zoneText(zone)}`;
  if (repeats === 'daily') return `Daily ${at}`;
  if (repeats === 'monthly') return `Monthly, day ${monthDay ?? 1}, ${at}`;
  const names = [...weekDays].toSorted((a, b) => a - b).map((day) => weekDayNames[day - 1] ?? '');
  return `Weekly, ${names.join(' ')}, ${at}`;
}
