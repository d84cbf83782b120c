const hourMs = 3_600_000;
const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** Times of one load are close together: the text of the last hour is cached. */
const lastHour = { number: -1, text: '' };

/** Formats a time in ms for the store: UTC, `2026-03-10T12:34:56.789`. */
export function factTime(at: number): string {
  const hour = Math.floor(at / hourMs);
  if (hour !== lastHour.number) {
    lastHour.number = hour;
    lastHour.text = new Date(at).toISOString().slice(0, 14);
  }
  const msOfHour = at - hour * hourMs;
  const [minute, second, milli] = [Math.floor(msOfHour / 60_000), Math.floor(msOfHour / 1000) % 60, msOfHour % 1000];
  return `${lastHour.text}${twoDigits[minute]}:${twoDigits[second]}.${milli < 100 ? `0${twoDigits[milli]}` : milli}`;
}
