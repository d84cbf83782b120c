/** A day, and the hour where the cell tells one. */
export interface CellTime {
  /** YYYY-MM-DD. */
  day: string;
  hour: number | null;
}

/** A day or hour as files write it: YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD, with HH:00 behind; null for any other text. */
export function timeOfCell(text: string): CellTime | null {
  const match =
    /^(2\d{3})[-/]?(\d{2})[-/]?(\d{2})(?:[T ]([01]\d|2[0-3])(?::00(?::00(?:\.0+)?)?)? ?(?:Z|UTC|\+00:?00)?)?$/.exec(
      text,
    );
  const day = dayOfCell(match ? `${match[1]}-${match[2]}-${match[3]}` : '');
  return day === null ? null : { day, hour: match?.[4] === undefined ? null : Number(match[4]) };
}

/** A day as files write it, YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD; null for any other text, whose order nobody knows. */
export function dayOfCell(text: string): string | null {
  const match = /^(2\d{3})[-/]?(\d{2})[-/]?(\d{2})(?:[T ]00:00(?::00)?.*)?$/.exec(text);
  if (!match) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}

/** A whole number, with or without thousands' commas; null for any other text. */
export function countOfCell(text: string): number | null {
  const digits = text.replace(/[,\s]/g, '').replace(/\.0+$/, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
