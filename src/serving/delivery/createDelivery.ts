import type { FrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createRateLimiter } from './rateLimiter.ts';
import type { Delivery } from './requestDelivery.ts';
import { createViewerKeys } from './viewerKeys.ts';

/** The limits of one process: viewer keys of the installation, and this process's share of the QPS limits. */
export function createDelivery({
  counters,
  secret,
  processes,
  monotonic,
}: {
  counters: FrequencyCounters;
  /** 32 bytes in hexadecimal. */
  secret: string;
  /** Number of serving processes that share the QPS limits. */
  processes: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}): Delivery {
  return {
    counters,
    viewers: createViewerKeys(secret),
    limiter: createRateLimiter({ now: monotonic, processes }),
  };
}
