/**
 * Milliseconds of a VAST time: `HH:MM:SS`, `HH:MM:SS.mmm`, and the sloppy `MM:SS` or plain seconds that occur in
 * practice; undefined for any other text.
 */
export function parseVastTime(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5}(?:\.\d{1,6})?)$/.exec(text.trim());
  if (!match) return undefined;
  const minutes = Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0);
  return minutes * 60_000 + Math.round(Number(match[3]) * 1000);
}

/** The whole seconds of a VAST time, at least 1; 0 when it is zero or cannot be read. */
export function wholeSeconds(text: string): number {
  return secondsOfMs(parseVastTime(text) ?? 0);
}

/** Milliseconds as whole seconds: 0 only for 0. */
export function secondsOfMs(ms: number): number {
  return ms > 0 ? Math.max(1, Math.round(ms / 1000)) : 0;
}

/** A VAST time: `HH:MM:SS`, with `.mmm` only when there is a fraction. The schemas' maximum is 23:59:59.999. */
export function formatVastTime(ms: number): string {
  const totalMs = Math.min(Math.max(Math.round(ms), 0), 86_399_999);
  const seconds = Math.floor(totalMs / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return totalMs % 1000 === 0 ? clock : `${clock}.${String(totalMs % 1000).padStart(3, '0')}`;
}

/**
 * An offset (`skipoffset`, `Tracking@offset`) in the schemas' notation: a time or a percentage; undefined for any other
 * text.
 */
export function normalizeOffset(text: string): string | undefined {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim());
  if (percent) return Number(percent[1]) <= 100 ? `${percent[1]}%` : undefined;
  const ms = parseVastTime(text);
  return ms === undefined ? undefined : formatVastTime(ms);
}
