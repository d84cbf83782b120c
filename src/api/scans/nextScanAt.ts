const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The hour of UTC at which the nightly scan begins, and the time over which it is spread. */
const scanHour = 2;
const spreadMs = 2 * hourMs;

/** When a creative that is scanned at `now` is scanned again: in the next night, at a time of its own. */
export function nextScanAt(now: Date, id: number): Date {
  const ofDay = scanHour * hourMs + ((id * 7919) % (spreadMs / 1000)) * 1000;
  const today = Math.floor(now.getTime() / dayMs) * dayMs + ofDay;
  return new Date(today > now.getTime() ? today : today + dayMs);
}
