import { utcTime } from './utcTime.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The time in which an object may serve, in milliseconds since the epoch: `from` inclusive, `before` exclusive. */
export interface Flight {
  from: number;
  before: number;
}

/** The flight between two days (YYYY-MM-DD, both inclusive) at a UTC offset of whole hours; null without either day. */
export function flightOf(startsOn: string | null, endsOn: string | null, zoneHours: number): Flight | null {
  if (startsOn === null && endsOn === null) return null;
  const startOf = (day: string) => utcTime(day) - zoneHours * hourMs;
  return {
    from: startsOn === null ? -Infinity : startOf(startsOn),
    before: endsOn === null ? Infinity : startOf(endsOn) + dayMs,
  };
}

/** Whether a time is in a flight. null = always. */
export function isInFlight(flight: Flight | null, now: number): boolean {
  return flight === null || (flight.from <= now && now < flight.before);
}

/** The hour of the week at a UTC offset: 0 = Monday 00:00. */
export function hourOfWeek(now: number, zoneHours: number): number {
  // The epoch began on a Thursday.
  const thursday = 3 * 24;
  const hours = Math.floor(now / hourMs) + zoneHours + thursday;
  return ((hours % 168) + 168) % 168;
}
