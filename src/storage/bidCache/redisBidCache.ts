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
const originKeyOf = (id: string) => `${keyOf(id)}:origin`;

/** Opens a cache in Redis or Valkey, which all machines share. */
export function openRedisBidCache(
  connection: Pick<RedisConnection, 'sendCommand'>,
  maxPutMs = defaultMaxPutMs,
): BidCache {
  return {
    async put({ type, text, origin }, seconds) {
      const id = randomUUID();
      const set = (key: string, value: string) =>
        connection.sendCommand(['SET', key, value, 'EX', String(Math.ceil(seconds))]);
      const stored = Promise.all([
        set(keyOf(id), types[type] + text),
        ...(origin === undefined ? [] : [set(originKeyOf(id), origin)]),
      ]).then(
        () => id,
        () => null,
      );
      return Promise.race([stored, pauseFor(maxPutMs, null, { ref: false })]);
    },
    async get(given) {
      const id = given.toLowerCase();
      if (!form.test(id)) return null;
      const keys = [keyOf(id), originKeyOf(id)];
      const [value, origin] = await Promise.all(keys.map((key) => connection.sendCommand(['GET', key])));
      if (typeof value !== 'string') return null;
      return {
        type: value.startsWith(types.xml) ? 'xml' : 'json',
        text: value.slice(1),
        ...(typeof origin === 'string' ? { origin } : {}),
      };
    },
    // The connection has other users.
    close: async () => undefined,
  };
}
