const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Says that a sample covers less than a day, given its length in milliseconds; null for a day and more. Forecasts count
 * a sample of minutes as one hour.
 */
export function shortSampleText(ms: number): string | null {
  if (ms >= dayMs) return null;
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  const length =
    minutes < 60
      ? `${lengthText(minutes, 'minute')}, counted as one hour`
      : lengthText(Math.round(ms / hourMs), 'hour');
  return `The sample covers only ${length}. The rest of the day is assumed to be the same.`;
}

function lengthText(count: number, unit: string): string {
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
