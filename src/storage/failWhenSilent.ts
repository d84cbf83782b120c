import { setTimeout as pauseFor } from 'node:timers/promises';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { ClickHouse } from './clickhouse.ts';

/** When a server counts as silent. */
export interface SilencePolicy {
  /** Pause between two pings, and the time that each may take, in ms. */
  everyMs: number;
  /** Consecutive pings without a response. */
  maxMissed: number;
}

const defaultPolicy: SilencePolicy = { everyMs: 2500, maxMissed: 4 };

/**
 * Has queries fail as unavailable when the server no longer responds to pings: a report may take minutes, so its
 * time alone proves nothing. `ping` must not wait for the connections of queries, and ends with its signal.
 */
export function failWhenSilent(
  clickhouse: ClickHouse,
  ping: (signal: AbortSignal) => Promise<boolean>,
  { everyMs, maxMissed }: SilencePolicy = defaultPolicy,
): ClickHouse {
  const waiting = new Set<AbortController>();
  let isWatching = false;
  const watch = async () => {
    isWatching = true;
    for (let missed = 0; waiting.size > 0;) {
      await pauseFor(everyMs, undefined, { ref: false });
      if (waiting.size === 0) break;
      const doesRespond = await pingFor(ping, everyMs);
      missed = doesRespond ? 0 : missed + 1;
      if (missed < maxMissed) continue;
      for (const each of waiting) {
        each.abort(Object.assign(new Error('ClickHouse does not respond'), { code: 'ETIMEDOUT' }));
      }
    }
    isWatching = false;
  };
  return {
    ...clickhouse,
    async query<T>(...[sql, params, options = {}]: Parameters<ClickHouse['query']>): Promise<T[]> {
      const silence = new AbortController();
      waiting.add(silence);
      if (!isWatching) void watch();
      const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal;
      try {
        return await clickhouse.query<T>(sql, params, { ...options, signal });
      } catch (error) {
        throw silence.signal.aborted ? silence.signal.reason : error;
      } finally {
        waiting.delete(silence);
      }
    },
  };
}

/** The result of a ping, which is aborted when it takes longer: it would occupy a connection until the server responds. */
async function pingFor(ping: (signal: AbortSignal) => Promise<boolean>, ms: number): Promise<boolean> {
  const overdue = new AbortController();
  const result = await withTimeout(
    ms,
    ping(overdue.signal).catch(() => false),
  );
  overdue.abort();
  return result ?? false;
}
