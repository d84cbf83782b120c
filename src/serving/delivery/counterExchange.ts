import type { CounterChannel } from '#storage/counters/counterChannel.ts';
import {
  addPacked,
  numbersPerImpression,
  pack,
  type ImpressionLog,
  type LoggedImpression,
} from '#storage/counters/impressionLog.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { createSlicer } from '../http/slices.ts';

/** Keeps the counted impressions of this process and of all others in one log. */
export interface CounterExchange {
  /** Resolves when the log has caught up with the others for the first time, or nobody is there to catch up with. */
  caughtUp: Promise<void>;
  /** Tells the others of an impression, soon. */
  publish(impression: LoggedImpression): void;
  /** Serving processes that take part: the last number that was told, or the one given at first. */
  processes(): number;
  /** Tells what is left, once. */
  close(): Promise<void>;
}

/** Pauses between two exchanges: while something is told, and while nothing is. */
const busyPauseMs = 250;
const idlePauseMs = 1000;
/** How long after the last news the short pause holds. */
const busyMs = 60_000;
/** Impressions of one exchange. */
const pageSize = 4096;
/** With more to tell than this, the whole log is told by and by instead. */
const maxPending = 65_536;
/** How long a channel that was never reached may be away before that is news: everything may just be starting. */
const warnAfterMs = 30_000;
/** Impressions that are added before it is looked whether others wait. */
const batchSize = 256;

/** Starts to exchange, over and over; while the channel is away, this process counts on alone. */
export function startCounterExchange(deps: {
  log: ImpressionLog;
  channel: CounterChannel;
  /** Who is at the other end of the channel. */
  peer: string;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
  processes: number;
}): CounterExchange {
  const { log, channel, peer, logger, now } = deps;
  let pending: number[] = [];
  /** From where on the log is told once more; null = everything was told. */
  let resendFrom: number | null = null;
  let cursor = '';
  let processes = deps.processes;
  let busyUntil = 0;
  const startedAt = deps.monotonic();
  let isReached = false;
  let isUnreachable = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let resolveCaughtUp: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    resolveCaughtUp = resolve;
  });

  const addReceived = async (packed: Uint32Array) => {
    const slice = createSlicer(deps.monotonic);
    for (let at = 0; at < packed.length; at += batchSize * numbersPerImpression) {
      addPacked(log, packed.subarray(at, at + batchSize * numbersPerImpression), now());
      await slice();
    }
  };
  /** Returns whether there is more to be done at once. */
  const exchangeOnce = async (): Promise<boolean> => {
    const outgoing = pending.slice(0, pageSize * numbersPerImpression);
    const from = resendFrom === null ? 0 : Math.max(resendFrom, log.start);
    const resent = outgoing.length > 0 || resendFrom === null ? new Uint32Array(0) : log.read(from, pageSize);
    const {
      told: received,
      hasMore,
      hasForgotten,
      ...answer
    } = await channel.exchange(outgoing.length > 0 ? Uint32Array.from(outgoing) : resent, cursor);
    pending.splice(0, outgoing.length);
    if (outgoing.length === 0 && resendFrom !== null) {
      const next = from + resent.length / numbersPerImpression;
      resendFrom = resent.length > 0 && next < log.end ? next : null;
    }
    cursor = answer.cursor;
    processes = answer.processes;
    if (hasForgotten && log.end > log.start) resendFrom = log.start;
    if (outgoing.length > 0 || received.length > 0) busyUntil = deps.monotonic() + busyMs;
    await addReceived(received);
    return hasMore || resendFrom !== null || pending.length >= pageSize;
  };
  const run = async () => {
    let hasMoreWork = false;
    try {
      hasMoreWork = await exchangeOnce();
      if (isUnreachable) logger.warn(`${peer} can be reached again: viewer counts are shared`);
      isReached = true;
      isUnreachable = false;
    } catch (error) {
      if (!isUnreachable && (isReached || deps.monotonic() - startedAt > warnAfterMs)) {
        isUnreachable = true;
        logger.warn(`${peer} cannot be reached, each process counts viewers on its own: ${errorText(error)}`);
      }
    }
    if (!hasMoreWork) resolveCaughtUp();
    schedule(hasMoreWork ? 0 : deps.monotonic() < busyUntil ? busyPauseMs : idlePauseMs);
  };
  let running: Promise<void> = Promise.resolve();
  const schedule = (pauseMs: number) => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      running = run();
    }, pauseMs);
    timer.unref();
  };
  schedule(0);
  return {
    caughtUp,
    publish(impression) {
      if (pending.length >= maxPending * numbersPerImpression) {
        pending = [];
        resendFrom = log.start;
      }
      pending.push(...pack(impression));
      if (busyUntil > deps.monotonic()) return;
      busyUntil = deps.monotonic() + busyMs;
      // A long pause has begun: the others need not wait for its end.
      if (timer) schedule(busyPauseMs);
    },
    processes: () => processes,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      if (pending.length > 0) await exchangeOnce().catch(() => undefined);
      await channel.close();
    },
  };
}
