import { flightOf, isInFlight } from '#engine/flight.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { cappedEntities, type CapStore } from '#storage/entities/capStore.ts';
import { limitsOf } from './limitsOf.ts';
import { createPaces, type Paces } from './paces.ts';
import { openDelivered, type DeliveredReader } from './readDelivered.ts';
import { restOf } from './restOf.ts';

const everyMs = 2000;

interface CapDeps {
  caps: CapStore;
  /** Tells the snapshot feed that something was published. */
  pulse: { nudge(): void };
  now: () => Date;
}

/** Compares what was counted with the caps, once: rests begin and end, paces change, and serving is told. */
export async function measureCaps(
  { caps, pulse, now }: CapDeps,
  { delivered: reader, paces }: { delivered: DeliveredReader; paces: Paces },
): Promise<void> {
  for (const name of cappedEntities) {
    const rows = (await caps.cappedRows(name)).map((row) => ({ ...row, limits: limitsOf(row) }));
    const at = now().getTime();
    const figures = rows.length === 0 ? new Map<number, never>() : await reader.read(name, rows, at);
    const changes = rows.flatMap(({ id, limits, timezone: zoneHours, ...row }) => {
      const delivered = figures.get(id);
      if (!delivered) return [];
      const flight = flightOf(row.startsOn, row.endsOn, zoneHours);
      const isResting = row.cappedUntil !== null && at < Date.parse(row.cappedUntil);
      const cappedUntil = restOf(limits, delivered, { now: at, zoneHours });
      const pace = paces.measure(id, row.pace, {
        limits,
        delivered,
        now: at,
        zoneHours,
        endsAt: flight?.before ?? Infinity,
        isServing: row.isActive && !isResting && isInFlight(flight, at),
      });
      return cappedUntil === row.cappedUntil && pace === row.pace ? [] : [{ id, cappedUntil, pace }];
    });
    if (name === 'tag') paces.keepOnly(new Set(rows.map(({ id }) => id)));
    await caps.setDelivery(name, changes);
    if (changes.length > 0) pulse.nudge();
  }
}

/**
 * Keeps caps and paces by what was counted, every two seconds. An object can go over its cap by what it delivers until its
 * events are loaded and measured: some seconds of its traffic. While ClickHouse is away rests and paces stay as they are.
 */
export function keepCaps({
  facts,
  ...deps
}: CapDeps & { facts: Pick<ClickHouse, 'query'>; log: { error(error: unknown): void } }): { stop(): void } {
  const measured = { delivered: openDelivered(facts), paces: createPaces() };
  let isFailing = false;
  let isMeasuring = false;
  const timer = setInterval(() => {
    if (isMeasuring) return;
    isMeasuring = true;
    measureCaps(deps, measured)
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        if (!isFailing) deps.log.error(error);
        isFailing = true;
      })
      .finally(() => {
        isMeasuring = false;
      });
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
