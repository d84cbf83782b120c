/** A user's time zone: whole hours from UTC, -12 to 12. */
export type UtcOffset = number;

const HOUR_MS = 3_600_000;

/** Formats a zone for labels: 3 → "UTC+3", -5 → "UTC-5", 0 → "UTC". */
export function offsetLabel(offset: UtcOffset): string {
  if (offset === 0) return 'UTC';
  return offset > 0 ? `UTC+${offset}` : `UTC${offset}`;
}

/**
 * The wall clock of an instant (milliseconds) in the zone, as YYYY-MM-DDTHH:mm:ss. Throws a RangeError on an invalid
 * instant.
 */
export function wallClock(instantMs: number, offset: UtcOffset): string {
  return new Date(instantMs + offset * HOUR_MS).toISOString().slice(0, 19);
}

/** The day of an instant in the zone, as YYYY-MM-DD. */
export function dayIn(instantMs: number, offset: UtcOffset): string {
  return wallClock(instantMs, offset).slice(0, 10);
}

/** The minute of an instant in the zone, as YYYY-MM-DDTHH:mm: the form a datetime-local input takes. */
export function minuteIn(instantMs: number, offset: UtcOffset): string {
  return wallClock(instantMs, offset).slice(0, 16);
}

/** The first day of the month of an instant in the zone, as YYYY-MM-DD. */
export function monthStartIn(instantMs: number, offset: UtcOffset): string {
  return `${wallClock(instantMs, offset).slice(0, 7)}-01`;
}

/**
 * Converts a wall-clock text in the zone to an instant in milliseconds; a day alone means its midnight. Returns null
 * when it is not a date.
 */
export function instantOf(wall: string, offset: UtcOffset): number | null {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}))?)?$/.exec(wall);
  if (!parts) return null;
  const [, day = '', minute = '00:00', second = '00'] = parts;
  const utc = Date.parse(`${day}T${minute}:${second}Z`);
  // Date.parse lets 31 February roll over, so the day is compared with the input.
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(day)) return null;
  return utc - offset * HOUR_MS;
}
