/** Pause after the first failure. */
const retryMs = 15 * 60_000;

/**
 * When something is crawled next, ISO 8601: after its refresh time when the last attempt succeeded; sooner after
 * failures, with growing pauses. Random jitter of 10 % spreads the load.
 */
export function nextCrawlAt(
  failures: number,
  { refreshMs, now, random }: { refreshMs: number; now: number; random: number },
): string {
  const pauseMs = failures === 0 ? refreshMs : Math.min(refreshMs, retryMs * 2 ** Math.min(failures - 1, 20));
  return new Date(now + Math.round(pauseMs * (0.9 + random * 0.2))).toISOString();
}
