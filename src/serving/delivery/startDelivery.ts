import type { CounterChannel } from '#storage/counters/counterChannel.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { startCounterExchange } from './counterExchange.ts';
import { createDelivery } from './createDelivery.ts';
import { storeLog, loadLog } from './impressionLogFile.ts';
import type { Delivery } from './requestDelivery.ts';

/** Limits that are kept together with all other serving processes. */
export interface RunningDelivery extends Delivery {
  /** Tells what is left, and keeps what is known for the next start. */
  close(): Promise<void>;
}

/** What comes in between two writes is lost to this machine if all of its processes die at once. */
const storeIntervalMs = 60_000;
/** How long a start waits for what the others know. */
const catchUpTimeoutMs = 1000;

/** Starts with what the last run kept and, where they are there, what the other processes know. */
export async function startDelivery(deps: {
  /** 32 bytes in hexadecimal. */
  secret: string;
  /** Serving processes of this machine: how many there are at least. */
  processes: number;
  channel: CounterChannel;
  /** Who is at its other end, as the log says. */
  peer: string;
  /** Where the counts of viewers are kept. */
  path: string;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}): Promise<RunningDelivery> {
  const { path, processes, logger, monotonic } = deps;
  const log = await loadLog(path, deps.now());
  // What the others tell from here on is in no file of this process yet.
  let storedEnd = log.end;
  const exchange = startCounterExchange({ ...deps, log });
  await withTimeout(catchUpTimeoutMs, exchange.caughtUp);
  let storing: Promise<void> = Promise.resolve();
  const store = () => {
    if (log.end === storedEnd) return;
    storedEnd = log.end;
    const fail = (error: unknown) => logger.error(`viewer counts could not be stored: ${errorText(error)}`);
    storing = storing.then(() => storeLog(path, log)).catch(fail);
  };
  const timer = setInterval(store, storeIntervalMs);
  timer.unref();
  return {
    ...createDelivery({
      counters: createFrequencyCounters(log, (impression) => exchange.publish(impression)),
      secret: deps.secret,
      // Those of this machine that are just starting take their part as well.
      processes: () => Math.max(processes, exchange.processes()),
      monotonic,
    }),
    async close() {
      clearInterval(timer);
      store();
      await exchange.close();
      store();
      await storing;
    },
  };
}
