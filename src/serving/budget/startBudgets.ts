import { randomUUID } from 'node:crypto';
import { maxLedgersPerCall, type AdNotice } from '#engine/budget/budgetCall.ts';
import type { BudgetUnit } from '#engine/budget/budgetsOf.ts';
import { createBudgetLedger } from '#engine/budget/createBudgetLedger.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { BudgetChannel } from './httpBudgetChannel.ts';
import { storeRun, takeStoredRun } from './storedRun.ts';
import { createNodeBudgets, type NodeBudgets } from './nodeBudgets.ts';

/** Budgets that are kept together with all other serving processes. */
export interface RunningBudgets extends NodeBudgets {
  /** Gives back what is free, and leaves what is held to the next run. */
  close(): Promise<void>;
}

const intervalMs = 1000;
/** Ads of one call; what is more is told with the next. */
const maxAdsPerCall = 20_000;
/** Ads that wait to be told while nobody is there: of older ones the money is given up or held too long. */
const maxWaitingAds = 100_000;
/** How long the control plane is away before that is news: everything may just be starting. */
const warnAfterMs = 30_000;

/**
 * Starts with what the last run left, and asks for leases every second. While the control plane is away, bids go on with
 * what is leased, for five minutes at most.
 */
export async function startBudgets(deps: {
  channel: BudgetChannel;
  /** Where the holds of one run are left to the next. */
  path: string;
  /** What the budgets of a campaign count; null when nothing bounds it. */
  unitOf: (campaignId: number) => BudgetUnit | null;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}): Promise<RunningBudgets> {
  const { channel, path, logger, now } = deps;
  const storedRun = await takeStoredRun(path);
  const node = randomUUID();
  const ledger = createBudgetLedger(deps.unitOf, { stored: storedRun?.holds ?? [], now: now() });
  let before = storedRun?.node ?? null;
  let seq = 0;
  let countedTo = 0;
  let cursor = '';
  let waiting: AdNotice[] = [];
  let reachedAt = deps.monotonic();
  let isUnreachable = false;

  /** Tells what has changed; false when there is more of it than fits into one call. */
  const exchange = async (isLeaving: boolean): Promise<boolean> => {
    const sentAt = now();
    const reports = ledger.report(sentAt);
    const ledgers = reports.slice(0, maxLedgersPerCall);
    ledger.markUnreported(reports.slice(maxLedgersPerCall));
    const ads = waiting.slice(0, maxAdsPerCall);
    seq += 1;
    try {
      const answer = await channel.exchange({ node, seq, before, isLeaving, countedTo, books: ledgers, ads, cursor });
      waiting = waiting.slice(ads.length);
      ({ countedTo, cursor } = answer);
      before = null;
      ledger.applyLeases(answer.leases, { until: sentAt + leaseMs, countedTo });
      for (const { kind, ad } of answer.ads) ledger.recordRemoteNotice(kind, ad, now());
      return ledgers.length === reports.length;
    } catch (error) {
      ledger.markUnreported(ledgers);
      throw error;
    }
  };
  const exchangeOrWarn = async () => {
    try {
      await exchange(false);
      reachedAt = deps.monotonic();
      isUnreachable = false;
    } catch (error) {
      if (isUnreachable || deps.monotonic() - reachedAt < warnAfterMs) return;
      isUnreachable = true;
      logger.warn(`budgets could not be leased: ${errorText(error)}`);
    }
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= exchangeOrWarn().finally(() => {
      running = null;
    });
  }, intervalMs);
  timer.unref();

  return {
    ...createNodeBudgets({
      ledger,
      now,
      notifyOthers(kind, ad) {
        if (waiting.length < maxWaitingAds) waiting.push({ kind, ad });
      },
    }),
    async close() {
      clearInterval(timer);
      await running;
      ledger.releaseFree();
      let isFullyReported = false;
      while (!isFullyReported) isFullyReported = await exchange(true).catch(() => true);
      await storeRun(path, { node, holds: ledger.stored() }).catch((error: unknown) =>
        logger.error(`budget reservations could not be stored: ${errorText(error)}`),
      );
    },
  };
}
