import { absentMs, type Exchanged } from './counterChannel.ts';
import { addPacked, createImpressionLog, numbersPerImpression, usualSize, type LogSize } from './impressionLog.ts';

/** What a process tells the hub. */
export interface HubCall {
  /** Names the process while it runs. */
  client: string;
  told: Uint32Array;
  cursor: string;
}

/** Keeps in memory what serving processes have counted, and tells each what the others have. */
export interface CounterHub {
  exchange(call: HubCall): Exchanged;
}

/** Impressions in one answer. */
const page = 32_768;

/** An empty hub. `id` names its memory: who brings a cursor of another one tells everything again. `now` in milliseconds. */
export function createCounterHub({
  id,
  now,
  size = usualSize,
}: {
  id: string;
  now: () => number;
  size?: LogSize;
}): CounterHub {
  const log = createImpressionLog(size);
  const heardAt = new Map<string, number>();
  return {
    exchange({ client, told, cursor }) {
      const at = now();
      heardAt.set(client, at);
      for (const [each, time] of heardAt) if (time <= at - absentMs) heardAt.delete(each);
      const [hub, place] = cursor.split('.');
      const isKnown = hub === id && place !== undefined && /^\d{1,15}$/.test(place);
      addPacked(log, told, at);
      const from = Math.min(log.end, Math.max(log.start, isKnown ? Number(place) : 0));
      const read = log.read(from, page);
      const next = from + read.length / numbersPerImpression;
      return {
        cursor: `${id}.${next}`,
        told: read,
        hasMore: next < log.end,
        hasForgotten: !isKnown,
        processes: heardAt.size,
      };
    },
  };
}
