import { dayFromNumber, dayNumber, type Day } from '../calendarDay.ts';
import type { SchedulePattern } from './schedule.ts';
import { instantOf, zonedDay } from './zonedTime.ts';

/** Two monthly due times are at most this many days apart. */
const maxGapDays = 62;

/** The first due time after an instant, both in ms since the epoch; null when there is none. */
export function nextDue(pattern: SchedulePattern, after: number): number | null {
  // A minute that the clock skips can be due on the next day.
  const earliest = dayNumber(zonedDay(pattern.zone, after)) - 1;
  const first = Math.max(earliest, pattern.startDate === null ? earliest : dayNumber(pattern.startDate));
  const last = pattern.endDate === null ? Number.POSITIVE_INFINITY : dayNumber(pattern.endDate);
  for (let number = first; number <= Math.min(last, first + maxGapDays + 2); number += 1) {
    const due = dueOn(pattern, dayFromNumber(number));
    if (due !== null && due > after) return due;
  }
  return null;
}

/** The last due time at or before an instant; null when there was none. */
export function lastDue(pattern: SchedulePattern, until: number): number | null {
  const latest = dayNumber(zonedDay(pattern.zone, until)) + 1;
  const last = Math.min(latest, pattern.endDate === null ? latest : dayNumber(pattern.endDate));
  const first = pattern.startDate === null ? Number.NEGATIVE_INFINITY : dayNumber(pattern.startDate);
  for (let number = last; number >= Math.max(first, last - maxGapDays - 2); number -= 1) {
    const due = dueOn(pattern, dayFromNumber(number));
    if (due !== null && due <= until) return due;
  }
  return null;
}

/** The next due times after an instant, at most `most`. */
export function dueTimes(pattern: SchedulePattern, after: number, most: number): number[] {
  const found: number[] = [];
  for (let due = nextDue(pattern, after); due !== null && found.length < most; due = nextDue(pattern, due)) {
    found.push(due);
  }
  return found;
}

/** The due time on a day; null when it is not due that day. */
function dueOn(pattern: SchedulePattern, day: Day): number | null {
  if (!fits(pattern, day)) return null;
  const [hours = 0, minutes = 0] = pattern.time.split(':').map(Number);
  return instantOf(pattern.zone, day, hours * 60 + minutes);
}

function fits({ repeats, weekDays, monthDay }: SchedulePattern, day: Day): boolean {
  if (repeats === 'daily') return true;
  const number = dayNumber(day);
  // 1 January 1970 was a Thursday.
  if (repeats === 'weekly') return weekDays.includes(((((number + 3) % 7) + 7) % 7) + 1);
  const dayOfMonth = Number(day.slice(8));
  const isLast = dayFromNumber(number + 1).endsWith('-01');
  return monthDay !== null && (dayOfMonth === monthDay || (isLast && dayOfMonth < monthDay));
}
