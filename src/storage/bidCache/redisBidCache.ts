import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { RedisConnection } from '../counters/redisCounterTransport.ts';
import type { BidCache } from './bidCache.ts';

/** A response does not wait longer for its bids to be stored, in ms. */
const defaultMaxPutMs = 50;

/** The type of a value is its first character, its text the rest. */
const types = { json: 'j', xml: 'x' } as const;

/** A UUID. */
const form = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const keyOf = (id: string) => `bidhouse:bid:${id}`;

/** Opens a cache in Redis or Valkey, which all machines share. */
export function openRedisBidCache(
  connection: Pick<RedisConnection, 'sendCommand'>,
  maxPutMs = defaultMaxPutMs,
): BidCache {
  return {
    async put({ type, text }, seconds) {
      const id = randomUUID();
      const stored = connection
        .sendCommand(['SET', keyOf(id), types[type] + text, 'EX', String(Math.ceil(seconds))])
        .then(
          () => id,
          () => null,
        );
      return Promise.race([stored, pauseFor(maxPutMs, null, { ref: false })]);
    },
    async get(given) {
      const id = given.toLowerCase();
      if (!form.test(id)) return null;
      const value = await connection.sendCommand(['GET', keyOf(id)]);
      if (typeof value !== 'string') return null;
      return { type: value.startsWith(types.xml) ? 'xml' : 'json', text: value.slice(1) };
    },
    // The connection has other users.
    close: async () => undefined,
  };
}
