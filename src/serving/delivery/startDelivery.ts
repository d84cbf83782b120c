import type { CounterTransport } from '#storage/counters/counterTransport.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { startCounterExchange } from './counterExchange.ts';
import { createDelivery } from './createDelivery.ts';
import { storeLog, loadLog } from './impressionLogFile.ts';
import type { Delivery } from './requestDelivery.ts';

/** Limits shared with all other serving processes. */
export interface RunningDelivery extends Delivery {
  /** Sends queued impressions and stores the counts for the next start. */
  close(): Promise<void>;
}

/** Interval between two writes. Counts since the last write are lost if all processes of this machine die at once. */
const storeIntervalMs = 60_000;
/** How long the start waits for the counts of the other processes. */
const catchUpTimeoutMs = 1000;

/** Starts with the stored counts of the last run and, when they can be reached, those of the other processes. */
export async function startDelivery(deps: {
  /** 32 bytes in hexadecimal. */
  secret: string;
  /** Serving processes of this machine: the minimum number that share a limit. */
  processes: number;
  transport: CounterTransport;
  /** Name of the transport's peer in log messages. */
  peer: string;
  /** File in which viewer counts are stored. */
  path: string;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}): Promise<RunningDelivery> {
  const { path, processes, logger, monotonic } = deps;
  const log = await loadLog(path, deps.now());
  // Impressions received from here on are not in the file yet.
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
      // Processes of this machine that are still starting count as well.
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
