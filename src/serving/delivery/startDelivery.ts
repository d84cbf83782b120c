import type { CounterChannel } from '#storage/counters/counterChannel.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { waitAtMost } from '#runtime/waitAtMost.ts';
import { startCounterExchange } from './counterExchange.ts';
import { createDelivery } from './createDelivery.ts';
import { keepLog, readLog } from './keptLog.ts';
import type { Delivery } from './requestDelivery.ts';

/** Limits that are kept together with all other serving processes. */
export interface RunningDelivery extends Delivery {
  /** Tells what is left, and keeps what is known for the next start. */
  close(): Promise<void>;
}

/** What comes in between two writes is lost to this machine if all of its processes die at once. */
const keepEveryMs = 60_000;
/** How long a start waits for what the others know. */
const maxWaitMs = 1000;

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
  const log = await readLog(path, deps.now());
  // What the others tell from here on is in no file of this process yet.
  let keptEnd = log.end;
  const exchange = startCounterExchange({ ...deps, log });
  await waitAtMost(maxWaitMs, exchange.caughtUp);
  let keeping: Promise<void> = Promise.resolve();
  const keep = () => {
    if (log.end === keptEnd) return;
    keptEnd = log.end;
    const fail = (error: unknown) => logger.error(`viewer counts could not be stored: ${errorText(error)}`);
    keeping = keeping.then(() => keepLog(path, log)).catch(fail);
  };
  const timer = setInterval(keep, keepEveryMs);
  timer.unref();
  return {
    ...createDelivery({
      counters: createFrequencyCounters(log, (impression) => exchange.tell(impression)),
      secret: deps.secret,
      // Those of this machine that are just starting take their part as well.
      processes: () => Math.max(processes, exchange.processes()),
      monotonic,
    }),
    async close() {
      clearInterval(timer);
      keep();
      await exchange.close();
      keep();
      await keeping;
    },
  };
}
