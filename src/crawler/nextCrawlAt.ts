/** The first pause after a failure. */
const retryMs = 15 * 60_000;

/**
 * When something is looked at again, ISO 8601: after a good try by its refresh time, after failures in a row sooner,
 * and later with each. A tenth more or less by chance keeps hosts from coming all at once.
 */
export function nextCrawlAt(
  failures: number,
  { refreshMs, now, random }: { refreshMs: number; now: number; random: number },
): string {
  const pauseMs = failures === 0 ? refreshMs : Math.min(refreshMs, retryMs * 2 ** Math.min(failures - 1, 20));
  return new Date(now + Math.round(pauseMs * (0.9 + random * 0.2))).toISOString();
}
