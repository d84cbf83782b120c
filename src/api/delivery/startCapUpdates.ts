import { flightOf, isInFlight } from '#engine/flight.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { cappedEntities, type CapStore } from '#storage/entities/capStore.ts';
import { runRepeatedly, type RecurringWork } from '../runRepeatedly.ts';
import { limitsOf } from './limitsOf.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { openDelivered, type DeliveredReader } from './readDelivered.ts';
import { cappedUntilOf } from './cappedUntilOf.ts';

const intervalMs = 2000;

interface CapDeps {
  caps: CapStore;
  now: () => Date;
}

/**
 * Compares the counts with the caps, once: starts and ends pauses, and adjusts paces. Returns whether anything was
 * published.
 */
export async function updateCaps(
  { caps, now }: CapDeps,
  { delivered: reader, pacing }: { delivered: DeliveredReader; pacing: Pacing },
): Promise<boolean> {
  let isPublished = false;
  if (!(await caps.hasCappedRows())) {
    pacing.prune(new Set());
    return false;
  }
  for (const name of cappedEntities) {
    const rows = (await caps.cappedRows(name)).map((row) => ({ ...row, limits: limitsOf(row) }));
    const at = now().getTime();
    const figures = rows.length === 0 ? new Map<number, never>() : await reader.read(name, rows, at);
    const changes = rows.flatMap(({ id, limits, timezone: zoneHours, ...row }) => {
      const delivered = figures.get(id);
      if (!delivered) return [];
      const flight = flightOf(row.startsOn, row.endsOn, zoneHours);
      const isCapped = row.cappedUntil !== null && at < Date.parse(row.cappedUntil);
      const cappedUntil = cappedUntilOf(limits, delivered, { now: at, zoneHours });
      const pace = pacing.measure(id, row.pace, {
        limits,
        delivered,
        now: at,
        zoneHours,
        endsAt: flight?.before ?? Infinity,
        isServing: row.isActive && !isCapped && isInFlight(flight, at),
      });
      return cappedUntil === row.cappedUntil && pace === row.pace ? [] : [{ id, cappedUntil, pace }];
    });
    if (name === 'tag') pacing.prune(new Set(rows.map(({ id }) => id)));
    await caps.setDelivery(name, changes);
    isPublished ||= changes.length > 0;
  }
  return isPublished;
}

/**
 * Updates caps and paces from the counts, every two seconds. An object can exceed its cap by its delivery until its
 * events are loaded and measured: some seconds of its traffic. While ClickHouse is unavailable, nothing changes.
 */
export function startCapUpdates({
  caps,
  facts,
  now,
  snapshotNotifier,
  log,
}: CapDeps & { facts: Pick<ClickHouse, 'query'> } & Pick<RecurringWork, 'snapshotNotifier' | 'log'>): { stop(): void } {
  const measured = { delivered: openDelivered(facts), pacing: createPacing() };
  return runRepeatedly({ intervalMs, work: [() => updateCaps({ caps, now }, measured)], snapshotNotifier, log });
}
