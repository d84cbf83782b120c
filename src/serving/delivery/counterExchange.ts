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
  tell(impression: LoggedImpression): void;
  /** Serving processes that take part: the last number that was told, or the one given at first. */
  processes(): number;
  /** Tells what is left, once. */
  close(): Promise<void>;
}

/** Pauses between two exchanges: while something is told, and while nothing is. */
const busyPauseMs = 250;
const idlePauseMs = 1000;
/** How long after the last news the short pause holds. */
const busyForMs = 60_000;
/** Impressions of one exchange. */
const page = 4096;
/** With more to tell than this, the whole log is told by and by instead. */
const mostPending = 65_536;
/** How long a channel that was never reached may be away before that is news: everything may just be starting. */
const patienceMs = 30_000;
/** Impressions that are added before it is looked whether others wait. */
const step = 256;

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
  let retellFrom: number | null = null;
  let cursor = '';
  let processes = deps.processes;
  let busyUntil = 0;
  const startedAt = deps.monotonic();
  let isReached = false;
  let isAway = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let tellCaughtUp: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    tellCaughtUp = resolve;
  });

  const takeIn = async (packed: Uint32Array) => {
    const slice = createSlicer(deps.monotonic);
    for (let at = 0; at < packed.length; at += step * numbersPerImpression) {
      addPacked(log, packed.subarray(at, at + step * numbersPerImpression), now());
      await slice();
    }
  };
  /** Returns whether there is more to be done at once. */
  const exchangeOnce = async (): Promise<boolean> => {
    const own = pending.slice(0, page * numbersPerImpression);
    const from = retellFrom === null ? 0 : Math.max(retellFrom, log.start);
    const again = own.length > 0 || retellFrom === null ? new Uint32Array(0) : log.read(from, page);
    const { told, hasMore, hasForgotten, ...answer } = await channel.exchange(
      own.length > 0 ? Uint32Array.from(own) : again,
      cursor,
    );
    pending.splice(0, own.length);
    if (own.length === 0 && retellFrom !== null) {
      const next = from + again.length / numbersPerImpression;
      retellFrom = again.length > 0 && next < log.end ? next : null;
    }
    cursor = answer.cursor;
    processes = answer.processes;
    if (hasForgotten && log.end > log.start) retellFrom = log.start;
    if (own.length > 0 || told.length > 0) busyUntil = deps.monotonic() + busyForMs;
    await takeIn(told);
    return hasMore || retellFrom !== null || pending.length >= page;
  };
  const run = async () => {
    let isUrgent = false;
    try {
      isUrgent = await exchangeOnce();
      if (isAway) logger.warn(`${peer} can be reached again: viewer counts are shared`);
      isReached = true;
      isAway = false;
    } catch (error) {
      if (!isAway && (isReached || deps.monotonic() - startedAt > patienceMs)) {
        isAway = true;
        logger.warn(`${peer} cannot be reached, each process counts viewers on its own: ${errorText(error)}`);
      }
    }
    if (!isUrgent) tellCaughtUp();
    schedule(isUrgent ? 0 : deps.monotonic() < busyUntil ? busyPauseMs : idlePauseMs);
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
    tell(impression) {
      if (pending.length >= mostPending * numbersPerImpression) {
        pending = [];
        retellFrom = log.start;
      }
      pending.push(...pack(impression));
      if (busyUntil > deps.monotonic()) return;
      busyUntil = deps.monotonic() + busyForMs;
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
