import { clientTimeoutMs, type ExchangeResult } from './counterTransport.ts';
import { addPacked, createImpressionLog, numbersPerImpression, defaultSize, type LogSize } from './impressionLog.ts';

/** A process's request to the hub. */
export interface HubRequest {
  /** ID of the process while it runs. */
  client: string;
  impressions: Uint32Array;
  cursor: string;
}

/** Stores the counted impressions of serving processes in memory, and returns those of the others to each. */
export interface CounterHub {
  exchange(call: HubRequest): ExchangeResult;
}

/** Maximum impressions per response. */
const page = 32_768;

/**
 * An empty hub. `id` identifies its memory: a process with a cursor of another hub sends everything again. `now` in
 * milliseconds.
 */
export function createCounterHub({
  id,
  now,
  size = defaultSize,
}: {
  id: string;
  now: () => number;
  size?: LogSize;
}): CounterHub {
  const log = createImpressionLog(size);
  const lastSeenAt = new Map<string, number>();
  return {
    exchange({ client, impressions, cursor }) {
      const at = now();
      lastSeenAt.set(client, at);
      for (const [each, time] of lastSeenAt) if (time <= at - clientTimeoutMs) lastSeenAt.delete(each);
      const [hub, place] = cursor.split('.');
      const isKnown = hub === id && place !== undefined && /^\d{1,15}$/.test(place);
      addPacked(log, impressions, at);
      const from = Math.min(log.end, Math.max(log.start, isKnown ? Number(place) : 0));
      const read = log.read(from, page);
      const next = from + read.length / numbersPerImpression;
      return {
        cursor: `${id}.${next}`,
        impressions: read,
        hasMore: next < log.end,
        mustResend: !isKnown,
        processes: lastSeenAt.size,
      };
    },
  };
}
