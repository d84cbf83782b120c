import type { CounterTransport } from '#storage/counters/counterTransport.ts';
import {
  addPacked,
  numbersPerImpression,
  pack,
  type ImpressionLog,
  type LoggedImpression,
} from '#storage/counters/impressionLog.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { createSlicer } from '#runtime/createSlicer.ts';

/** Synchronizes counted impressions between this process and all others, in one log. */
export interface CounterExchange {
  /** Resolves when the log has caught up with the others for the first time, or when the transport cannot be reached. */
  caughtUp: Promise<void>;
  /** Queues an impression for the others. */
  publish(impression: LoggedImpression): void;
  /** Number of serving processes: as last reported by the peer, before that the initial value. */
  processes(): number;
  /** Sends what is queued, in one attempt. */
  close(): Promise<void>;
}

/** Pause between two exchanges: while there are impressions to exchange, and while there are none. */
const busyPauseMs = 250;
const idlePauseMs = 1000;
/** The short pause applies for this long after the last impression. */
const busyMs = 60_000;
/** Maximum impressions per exchange. */
const pageSize = 4096;
/** When more impressions are queued than this, the queue is dropped and the complete log is sent page by page. */
const maxPending = 65_536;
/**
 * A transport that was never reached is reported in the log after this time. Until then everything may just be starting.
 */
const warnAfterMs = 30_000;
/** Impressions added per batch, before the event loop may run other work. */
const batchSize = 256;

/** Starts exchanging periodically. While the transport is unreachable, this process counts on its own. */
export function startCounterExchange(deps: {
  log: ImpressionLog;
  transport: CounterTransport;
  /** Name of the peer in log messages. */
  peer: string;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
  processes: number;
}): CounterExchange {
  const { log, transport, peer, logger, now } = deps;
  let pending: number[] = [];
  /** Position from which the log is sent again; null = nothing to send again. */
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
  /** Returns true when the next exchange should follow at once. */
  const exchangeOnce = async (): Promise<boolean> => {
    const outgoing = pending.slice(0, pageSize * numbersPerImpression);
    const from = resendFrom === null ? 0 : Math.max(resendFrom, log.start);
    const resent = outgoing.length > 0 || resendFrom === null ? new Uint32Array(0) : log.read(from, pageSize);
    const {
      impressions: received,
      hasMore,
      mustResend,
      ...answer
    } = await transport.exchange(outgoing.length > 0 ? Uint32Array.from(outgoing) : resent, cursor);
    pending.splice(0, outgoing.length);
    if (outgoing.length === 0 && resendFrom !== null) {
      const next = from + resent.length / numbersPerImpression;
      resendFrom = resent.length > 0 && next < log.end ? next : null;
    }
    cursor = answer.cursor;
    processes = answer.processes;
    if (mustResend && log.end > log.start) resendFrom = log.start;
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
      // A long pause has begun: shorten it, so that the others get the impression soon.
      if (timer) schedule(busyPauseMs);
    },
    processes: () => processes,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      if (pending.length > 0) await exchangeOnce().catch(() => undefined);
      await transport.close();
    },
  };
}
