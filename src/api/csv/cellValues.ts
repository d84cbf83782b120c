/** A day, and the hour when the cell has one. */
export interface CellTime {
  /** YYYY-MM-DD. */
  day: string;
  hour: number | null;
}

/** Parses a day or hour: YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD, optionally followed by HH:00; null for any other text. */
export function timeOfCell(text: string): CellTime | null {
  const match =
    /^(2\d{3})[-/]?(\d{2})[-/]?(\d{2})(?:[T ]([01]\d|2[0-3])(?::00(?::00(?:\.0+)?)?)? ?(?:Z|UTC|\+00:?00)?)?$/.exec(
      text,
    );
  const day = dayOfCell(match ? `${match[1]}-${match[2]}-${match[3]}` : '');
  return day === null ? null : { day, hour: match?.[4] === undefined ? null : Number(match[4]) };
}

/** Parses a day: YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD; null for any other text, where day and month are ambiguous. */
export function dayOfCell(text: string): string | null {
  const match = /^(2\d{3})[-/]?(\d{2})[-/]?(\d{2})(?:[T ]00:00(?::00)?.*)?$/.exec(text);
  if (!match) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}

/** Parses an integer, with or without thousands separators; null for any other text. */
export function countOfCell(text: string): number | null {
  const digits = text.replace(/[,\s]/g, '').replace(/\.0+$/, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
