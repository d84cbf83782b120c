import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { openRedis } from '#storage/counters/openRedis.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { Config } from '../../config.ts';

const windowSeconds = 60;

/** Maximum wait for Redis, and the time for which it is not asked after a failure, in milliseconds. */
const maxWaitMs = 200;
const pauseMs = 5000;

/** Share of the calls of an account's users that one of them can make. */
const shareOfUser = 0.25;

/** Access tokens of a key as a share of its calls, and requests for some from an address as one of an account's calls. */
const shareOfTokens = 0.05;
const shareOfAddress = 0.02;

/**
 * The limits of calls per minute: with a key, by a user, and of all programs or users of an account; requests for access
 * tokens of an API key, and from an address.
 */
export type LimitName = 'key' | 'user' | 'account' | 'client' | 'address';

function limitsOf({
  API_KEY_CALLS_PER_MINUTE: key,
  API_ACCOUNT_CALLS_PER_MINUTE: account,
}: Config): Record<LimitName, number> {
  return {
    key,
    user: Math.ceil(account * shareOfUser),
    account,
    client: Math.ceil(key * shareOfTokens),
    address: Math.ceil(account * shareOfAddress),
  };
}

/** A limit after a call. */
export interface CountedLimit {
  name: LimitName;
  /** Calls per window. */
  calls: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  isExceeded: boolean;
}

/** Counts calls in windows of a minute: in Redis for all nodes together, or while there is none, in this process. */
export interface CallLimiter {
  /** Counts a call of a caller against a limit. */
  count(name: LimitName, caller: string): Promise<CountedLimit>;
  close(): Promise<void>;
}

/** Opens the limiter. It connects to Redis at the first call. */
export function openCallLimiter(config: Config): CallLimiter {
  const redis = config.REDIS_URL === undefined ? null : openRedis(config.REDIS_URL);
  const limits = limitsOf(config);
  const limiterOf = (name: LimitName) => {
    const options = { points: limits[name], duration: windowSeconds, keyPrefix: `bidhouse:calls:${name}` };
    const memory = new RateLimiterMemory(options);
    if (!redis) return memory;
    const storeClient = scriptClient((args) => redis.sendCommand(args));
    return new RateLimiterRedis({ ...options, storeClient, useRedisPackage: true, insuranceLimiter: memory });
  };
  const limiters = {
    ...{ key: limiterOf('key'), user: limiterOf('user'), account: limiterOf('account') },
    ...{ client: limiterOf('client'), address: limiterOf('address') },
  };
  return {
    async count(name, caller) {
      // The library rejects with the state of the limit when it is exceeded.
      const [state, isExceeded] = await limiters[name].consume(caller).then(
        (found) => [found, false] as const,
        (found: unknown) => [stateOf(found), true] as const,
      );
      return {
        name,
        calls: limits[name],
        windowSeconds,
        remaining: state.remainingPoints,
        resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
        isExceeded,
      };
    },
    close: async () => redis?.close(),
  };
}

function stateOf(rejected: unknown): RateLimiterRes {
  if (rejected instanceof Error) throw rejected;
  return rejected as RateLimiterRes;
}

/** The client that the library needs: it runs scripts. After a failure, it fails at once for a while. */
function scriptClient(send: (args: string[]) => Promise<unknown>) {
  let pausedUntil = 0;
  return {
    async eval(script: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }): Promise<unknown> {
      if (Date.now() < pausedUntil) throw new Error('Redis is not available');
      const reply = await withTimeout(
        maxWaitMs,
        send(['EVAL', script, String(keys.length), ...keys, ...args]).catch(() => null),
      );
      if (Array.isArray(reply)) return reply;
      pausedUntil = Date.now() + pauseMs;
      throw new Error('Redis is not available');
    },
  };
}
