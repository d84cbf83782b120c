import type { TrafficListState } from '#storage/trafficLists/trafficListStore.ts';

const dayMs = 86_400_000;

/**
 * Since when (ISO 8601) a list is old: its URL has not had an acceptable list for `maxDays`. One that has never had any is
 * old since its first attempt failed. Null if it is not old.
 */
export function trafficListOldSince(
  { confirmedAt, since, fault }: Pick<TrafficListState, 'confirmedAt' | 'since' | 'fault'>,
  maxDays: number,
  now: Date,
): string | null {
  if (confirmedAt === null) return fault === null ? null : since;
  const oldAt = Date.parse(confirmedAt) + maxDays * dayMs;
  return oldAt < now.getTime() ? new Date(oldAt).toISOString() : null;
}
