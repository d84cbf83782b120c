import { isReached, type Delivered } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import type { Limit } from '#model/index.ts';

/** Until when an object rests by its caps, ISO 8601: the last end of the periods whose caps are used up; null = it does not. */
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
