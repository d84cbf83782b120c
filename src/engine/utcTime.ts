const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3})\d*)?Z)?$/;

/** Milliseconds since the epoch of an ISO 8601 day or instant in UTC. Throws a RangeError on any other text. */
export function utcTime(text: string): number {
  const parts = form.exec(text);
  if (!parts) throw new RangeError(`not a time in UTC: ${text}`);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, milli = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli;
}

/** Days from 1970-01-01 to a day of the Gregorian calendar, counted in years that start in March. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const toEpoch = 719_468;
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1 - toEpoch;
}
