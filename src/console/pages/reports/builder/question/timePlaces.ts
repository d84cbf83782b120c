import { addDays, daysBetween, startOfWeek, type ReportRequest } from '#reports/index.ts';
import type { Interval } from '../url/intervals.ts';

/** Maximum points of a time axis for which gaps are filled. */
const maxPoints = 4000;

const fullDay = { from: 0, until: 1440 };

const minutesOf: Partial<Record<Interval, number>> = { minute: 1, minute15: 15, hour: 60 };

/**
 * All points of the time axis from the first day to the last or to now, named as in rows, so that gaps are visible.
 * `now` is the current minute, YYYY-MM-DD HH:MM in the time zone of the report; `found` are the points that rows have.
 */
export function timePlaces(
  request: Pick<ReportRequest, 'startDate' | 'endDate' | 'times'>,
  interval: Interval,
  found: readonly string[],
  now: string,
): string[] {
  const { startDate, endDate, times = fullDay } = request;
  const today = now.slice(0, 10);
  const last = endDate < today ? endDate : today;
  const days = Array.from({ length: Math.max(0, daysBetween(startDate, last)) }, (_, index) =>
    addDays(startDate, index),
  );
  const minutes = minutesOf[interval];
  if (minutes === undefined) return toSorted([...days.map((day) => placeOf(interval, `${day} 00:00`)), ...found]);
  const perDay = 1440 / minutes;
  if (days.length * perDay > maxPoints) return toSorted(found);
  const all = days.flatMap((day) => Array.from({ length: perDay }, (_, index) => `${day} ${clock(index * minutes)}`));
  const first = placeOf(interval, `${startDate} ${clock(times.from)}`);
  const end = `${endDate} ${clock(times.until)}`;
  return toSorted([...all.filter((place) => place >= first && place < end && place <= now), ...found]);
}

/** The point of the axis for a minute, YYYY-MM-DD HH:MM. */
export function placeOf(interval: Interval, minute: string): string {
  const day = minute.slice(0, 10);
  const step = minutesOf[interval];
  if (step !== undefined) {
    const [hours = 0, rest = 0] = minute.slice(11).split(':').map(Number);
    return `${day} ${clock(Math.floor((hours * 60 + rest) / step) * step)}`;
  }
  if (interval === 'week') return startOfWeek(day);
  if (interval === 'month') return day.slice(0, 7);
  if (interval === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return day;
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function toSorted(places: readonly string[]): string[] {
  return [...new Set(places)].toSorted();
}
