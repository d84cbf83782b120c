import type { ClickHouse } from '#storage/clickhouse.ts';
import { cappedEntities, type CapStore } from '#storage/entities/capStore.ts';
import { readDelivered } from './readDelivered.ts';
import { restOf } from './restOf.ts';

const everyMs = 2000;

interface CapDeps {
  caps: CapStore;
  facts: Pick<ClickHouse, 'query'>;
  /** Tells the snapshot feed that something was published. */
  pulse: { nudge(): void };
  now: () => Date;
}

/** Compares what was counted with the caps, once: rests begin and end, and serving is told. */
export async function measureCaps({ caps, facts, pulse, now }: CapDeps): Promise<void> {
  for (const name of cappedEntities) {
    const rows = await caps.cappedRows(name);
    if (rows.length === 0) continue;
    const at = now().getTime();
    const delivered = await readDelivered(facts, name, rows, at);
    const rests = rows.flatMap((row) => {
      const figures = delivered.get(row.id);
      const until = figures ? restOf(row, figures, at) : row.cappedUntil;
      return until === row.cappedUntil ? [] : [{ id: row.id, cappedUntil: until }];
    });
    await caps.setRests(name, rests);
    if (rests.length > 0) pulse.nudge();
  }
}

/**
 * Keeps caps by what was counted, every two seconds. An object can go over its cap by what it delivers until its events
 * are loaded and measured: some seconds of its traffic. While ClickHouse is away rests stay as they are.
 */
export function keepCaps(deps: CapDeps & { log: { error(error: unknown): void } }): { stop(): void } {
  let isFailing = false;
  let isMeasuring = false;
  const timer = setInterval(() => {
    if (isMeasuring) return;
    isMeasuring = true;
    measureCaps(deps)
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
