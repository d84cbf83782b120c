import { isReached, type Delivered } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import type { Limit } from '#model/index.ts';

/**
 * The time until which an object is capped, ISO 8601: the latest end of the periods whose caps are reached; null when
 * none is.
 */
export function cappedUntilOf(
  limits: readonly Limit[],
  delivered: Delivered,
  { now, zoneHours }: { now: number; zoneHours: number },
): string | null {
  const ends = limits
    .filter((limit) => isReached(limit, delivered))
    .map(({ period }) => spanOf(period, now, zoneHours).end);
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}
