import { randomUUID } from 'node:crypto';
import { maxLedgersPerCall, type AdNotice } from '#engine/budget/budgetCall.ts';
import type { BudgetUnit } from '#engine/budget/budgetsOf.ts';
import { createBudgetLedger } from '#engine/budget/createBudgetLedger.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { BudgetTransport } from './httpBudgetTransport.ts';
import { storeRun, takeStoredRun } from './storedRun.ts';
import { createNodeBudgets, type NodeBudgets } from './nodeBudgets.ts';

/** Budgets shared with all other serving processes through leases. */
export interface RunningBudgets extends NodeBudgets {
  /** Monotonic milliseconds at which leases were last renewed, or there was nothing to lease. */
  renewedAt(): number;
  /** Campaigns for which there is budget data. */
  campaignCount(): number;
  /** Takes over the open reservations that another process stored when it ended, and its leases. */
  takeOver(path: string): Promise<void>;
  /** Returns unspent lease money and stores the open reservations for the next run. */
  close(): Promise<void>;
}

const intervalMs = 1000;
/** Maximum ad notices per call. The rest goes into the next call. */
const maxAdsPerCall = 20_000;
/**
 * Maximum notices queued while the control plane is away. Notices beyond it are dropped, and the money of their ads is
 * released or stays reserved until it expires.
 */
const maxWaitingAds = 100_000;
/**
 * Unreachable for this long, the control plane is reported in the log. A shorter outage may just be a start of the
 * whole system.
 */
const warnAfterMs = 30_000;

/**
 * Resumes the reservations of the last run and renews leases every second, unless no campaign with a budget was asked
 * for lately. While the control plane is away, bidding continues on the current leases, for at most five minutes.
 */
export async function startBudgets(deps: {
  transport: BudgetTransport;
  /** File in which one run leaves its reservations for the next. */
  path: string;
  /** The unit of a campaign's budgets, or null when it has none. */
  unitOf: (campaignId: number) => BudgetUnit | null;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}): Promise<RunningBudgets> {
  const { transport, path, logger, now } = deps;
  const storedRun = await takeStoredRun(path);
  const node = randomUUID();
  const ledger = createBudgetLedger(deps.unitOf, { stored: storedRun?.reservations ?? [], now: now() });
  /** Nodes whose leases this one takes over, one per call. */
  const previousNodes = storedRun ? [storedRun.node] : [];
  let seq = 0;
  let countedTo = 0;
  let cursor = '';
  let waiting: AdNotice[] = [];
  let reachedAt = deps.monotonic();
  let isUnreachable = false;

  /** Sends the ledgers that changed. Returns false when they and the notices did not all fit into one call. */
  const exchange = async (isLeaving: boolean): Promise<boolean> => {
    const sentAt = now();
    const reports = ledger.report(sentAt);
    const ledgers = reports.slice(0, maxLedgersPerCall);
    const next = reports.slice(maxLedgersPerCall);
    ledger.markUnreported(next);
    // The node that bid may drop its reservation only once the controller knows the one of the bill here.
    const unreported = new Set(next.map(({ campaignId }) => campaignId));
    const ads = waiting.filter(({ ad }) => !unreported.has(ad.campaignId)).slice(0, maxAdsPerCall);
    seq += 1;
    try {
      const previousNode = previousNodes[0] ?? null;
      const answer = await transport.exchange({ node, seq, previousNode, isLeaving, countedTo, ledgers, ads, cursor });
      const sent = new Set(ads);
      waiting = waiting.filter((notice) => !sent.has(notice));
      ({ countedTo, cursor } = answer);
      if (previousNode !== null) previousNodes.shift();
      ledger.applyLeases(answer.leases, { until: sentAt + leaseMs, countedTo });
      for (const { kind, ad } of answer.ads) ledger.recordRemoteNotice(kind, ad, now());
      return ledgers.length === reports.length && waiting.length === 0;
    } catch (error) {
      ledger.markUnreported(ledgers);
      throw error;
    }
  };
  /** Whether an exchange would change nothing: there are no campaigns, notices or reservations to pass on. */
  const isIdle = () => seq > 0 && previousNodes.length === 0 && waiting.length === 0 && ledger.isEmpty();
  const exchangeOrWarn = async () => {
    try {
      if (isIdle()) {
        // The notices of others until then concern bids that this process did not make.
        cursor = '';
      } else await exchange(false);
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
    renewedAt: () => reachedAt,
    campaignCount: () => ledger.campaignCount(),
    async takeOver(endedPath) {
      const ended = await takeStoredRun(endedPath);
      if (!ended) return;
      ledger.resume(ended.reservations, now());
      previousNodes.push(ended.node);
    },
    async close() {
      clearInterval(timer);
      await running;
      ledger.releaseFree();
      let isFullyReported = false;
      while (!isFullyReported) isFullyReported = await exchange(true).catch(() => true);
      await storeRun(path, { node, reservations: ledger.stored() }).catch((error: unknown) =>
        logger.error(`budget reservations could not be stored: ${errorText(error)}`),
      );
    },
  };
}
