import { dayFromNumber, dayNumber, type Day } from '../calendarDay.ts';

const msPerDay = 86_400_000;
const msPerMinute = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The formatter of a time zone's wall clock. Throws a RangeError for an unknown zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}

/** Whether a time zone with this name exists in the IANA database, such as Europe/Berlin. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The time zone with a fixed UTC offset in whole hours. */
export function fixedZone(hours: number): string {
  if (hours === 0) return 'UTC';
  // The sign in these names is that of POSIX: positive west of Greenwich.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** The label of a time zone: "Europe/Berlin", "UTC+2". */
export function zoneText(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d{1,2})$/.exec(zone) ?? [];
  if (hours === undefined) return zone.replaceAll('_', ' ');
  return hours === '0' ? 'UTC' : `UTC${sign === '-' ? '+' : '−'}${hours}`;
}

/**
 * The wall-clock time of a zone at an instant, in ms since the epoch as if the zone were UTC, truncated to the minute.
 */
function wallAt(zone: string, ms: number): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  const minutes = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return dayNumber(day) * msPerDay + minutes * msPerMinute;
}

/** The UTC offset of a zone at an instant, in minutes. */
export function offsetAt(zone: string, ms: number): number {
  return Math.round((wallAt(zone, ms) - Math.floor(ms / msPerMinute) * msPerMinute) / msPerMinute);
}

/** The calendar day in a zone at an instant (ms since the epoch). */
export function zonedDay(zone: string, ms: number): Day {
  return dayFromNumber(Math.floor(wallAt(zone, ms) / msPerDay));
}

/** The wall-clock time in a zone at an instant: "2026-03-29 08:00". */
export function zonedMinute(zone: string, ms: number): string {
  const wall = wallAt(zone, ms);
  const day = Math.floor(wall / msPerDay);
  const minutes = (wall - day * msPerDay) / msPerMinute;
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${dayFromNumber(day)} ${time}`;
}

/**
 * The instant, in ms since the epoch, at which a zone's wall clock shows a minute of a day. For a skipped minute it is
 * the first one after the gap; for a repeated one, its first occurrence.
 */
export function instantOf(zone: string, day: Day, minute: number): number {
  const wall = dayNumber(day) * msPerDay + minute * msPerMinute;
  const offsets = [offsetAt(zone, wall - msPerDay), offsetAt(zone, wall + msPerDay)];
  const instants = offsets.map((offset) => wall - offset * msPerMinute);
  const shown = instants.filter((instant) => wallAt(zone, instant) === wall);
  if (shown.length > 0) return Math.min(...shown);
  let [before, after] = [Math.min(...instants), Math.max(...instants)];
  // The clock shows less than the minute before the gap, and more after it.
  while (after - before > msPerMinute) {
    const middle = before + Math.floor((after - before) / 2 / msPerMinute) * msPerMinute;
    if (wallAt(zone, middle) < wall) before = middle;
    else after = middle;
  }
  return after;
}
