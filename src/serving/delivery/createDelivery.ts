import type { FrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createRateLimiter } from './rateLimiter.ts';
import type { Delivery } from './requestDelivery.ts';
import { createViewerKeys } from './viewerKeys.ts';

/** The limits of one process over its counters: viewers under keys of the installation, and its part of the calls per second. */
export function createDelivery({
  counters,
  secret,
  processes,
  monotonic,
}: {
  counters: FrequencyCounters;
  /** 32 bytes in hexadecimal. */
  secret: string;
  /** Serving processes that share the calls per second. */
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
