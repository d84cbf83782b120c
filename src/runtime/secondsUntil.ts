/** Whole seconds from a time until another one (ISO 8601), at least 1, as `Retry-After` says it (RFC 9110, 10.2.3). */
export function secondsUntil(end: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 1000));
}
