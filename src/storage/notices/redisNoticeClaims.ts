import type { RedisConnection } from '../counters/redisCounterTransport.ts';
import type { NoticeClaims } from './noticeClaims.ts';

/** Claims in Redis or Valkey, as keys that expire after `seconds`. */
export function redisNoticeClaims(connection: Pick<RedisConnection, 'sendCommand'>, seconds: number): NoticeClaims {
  return {
    claim: async (id) =>
      (await connection.sendCommand(['SET', `bidhouse:notice:${id}`, '1', 'EX', String(seconds), 'NX'])) !== null,
  };
}
