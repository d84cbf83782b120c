import { z } from 'zod';
import { clientTimeoutMs, decodePacked, encodePacked, type CounterTransport } from './counterTransport.ts';
import { numbersPerImpression, defaultSize } from './impressionLog.ts';

/**
 * A connection to Redis or Valkey: sends a command and returns its reply. Commands of one event-loop turn are sent
 * together.
 */
export interface RedisConnection {
  sendCommand(args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** A stream with one impression per entry, and the processes by the time of their last exchange. */
const stream = 'bidhouse:impressions';
const present = 'bidhouse:serving';
const maxStreamLength = defaultSize.generation * defaultSize.generations;
/** Maximum entries per reply. */
const page = 5000;

const timeSchema = z.tuple([z.coerce.number(), z.coerce.number()]);
const entriesSchema = z.array(z.tuple([z.string(), z.tuple([z.literal('i'), z.string()])]));

/**
 * The transport over Redis 6.2 or later, or Valkey: a stream holds as many impressions as a process does, across
 * restarts of all processes too. `client` is the ID of the process while it runs. Cursors are IDs of the stream.
 */
export function redisCounterTransport(connection: RedisConnection, client: string): CounterTransport {
  const send = (...args: string[]) => connection.sendCommand(args);
  return {
    async exchange(impressions, cursor) {
      const [isThere, time] = await Promise.all([send('EXISTS', stream), send('TIME')]);
      const [seconds, micros] = timeSchema.parse(time);
      const now = seconds * 1000 + Math.floor(micros / 1000);
      const [, , processes] = await Promise.all([
        send('ZADD', present, String(now), client),
        send('ZREMRANGEBYSCORE', present, '-inf', String(now - clientTimeoutMs)),
        send('ZCARD', present),
        ...textsOf(impressions).map((text) =>
          send('XADD', stream, 'MAXLEN', '~', String(maxStreamLength), '*', 'i', text),
        ),
      ]);
      const after = cursor === '' ? '-' : `(${cursor}`;
      const entries = entriesSchema.parse(await send('XRANGE', stream, after, '+', 'COUNT', String(page)));
      return {
        cursor: entries.at(-1)?.[0] ?? cursor,
        impressions: Uint32Array.from(entries.flatMap(([, [, text]]) => [...(decodePacked(text) ?? [])])),
        hasMore: entries.length === page,
        mustResend: isThere !== 1,
        processes: Number(processes),
      };
    },
    close: () => connection.close(),
  };
}

function textsOf(impressions: Uint32Array): string[] {
  return Array.from({ length: impressions.length / numbersPerImpression }, (_, index) =>
    encodePacked(impressions.subarray(index * numbersPerImpression, (index + 1) * numbersPerImpression)),
  );
}
