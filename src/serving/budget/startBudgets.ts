import { randomUUID } from 'node:crypto';
import { mostBooks, type ToldAd } from '#engine/budget/budgetCall.ts';
import type { BudgetUnit } from '#engine/budget/budgetsOf.ts';
import { createBook } from '#engine/budget/createBook.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { BudgetChannel } from './httpBudgetChannel.ts';
import { keepRun, takeKept } from './keptBook.ts';
import { createNodeBudgets, type NodeBudgets } from './nodeBudgets.ts';

/** Budgets that are kept together with all other serving processes. */
export interface RunningBudgets extends NodeBudgets {
  /** Gives back what is free, and leaves what is held to the next run. */
  close(): Promise<void>;
}

const everyMs = 1000;
/** Ads of one call; what is more is told with the next. */
const mostAds = 20_000;
/** Ads that wait to be told while nobody is there: of older ones the money is given up or held too long. */
const mostWaiting = 100_000;
/** How long the control plane is away before that is news: everything may just be starting. */
const patienceMs = 30_000;

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
  const kept = await takeKept(path);
  const node = randomUUID();
  const book = createBook(deps.unitOf, { kept: kept?.holds ?? [], now: now() });
  let before = kept?.node ?? null;
  let seq = 0;
  let countedTo = 0;
  let cursor = '';
  let waiting: ToldAd[] = [];
  let reachedAt = deps.monotonic();
  let isAway = false;

  /** Tells what has changed; false when there is more of it than fits into one call. */
  const exchange = async (isLeaving: boolean): Promise<boolean> => {
    const sentAt = now();
    const all = book.tell(sentAt);
    const books = all.slice(0, mostBooks);
    book.retell(all.slice(mostBooks));
    const ads = waiting.slice(0, mostAds);
    seq += 1;
    try {
      const answer = await channel.exchange({ node, seq, before, isLeaving, countedTo, books, ads, cursor });
      waiting = waiting.slice(ads.length);
      ({ countedTo, cursor } = answer);
      before = null;
      book.take(answer.leases, { until: sentAt + leaseMs, countedTo });
      for (const { kind, ad } of answer.ads) book.hear(kind, ad, now());
      return books.length === all.length;
    } catch (error) {
      book.retell(books);
      throw error;
    }
  };
  const round = async () => {
    try {
      await exchange(false);
      reachedAt = deps.monotonic();
      isAway = false;
    } catch (error) {
      if (isAway || deps.monotonic() - reachedAt < patienceMs) return;
      isAway = true;
      logger.warn(`budgets could not be leased: ${errorText(error)}`);
    }
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = null;
    });
  }, everyMs);
  timer.unref();

  return {
    ...createNodeBudgets({
      book,
      now,
      notifyOthers(kind, ad) {
        if (waiting.length < mostWaiting) waiting.push({ kind, ad });
      },
    }),
    async close() {
      clearInterval(timer);
      await running;
      book.giveBack();
      let isAllTold = false;
      while (!isAllTold) isAllTold = await exchange(true).catch(() => true);
      await keepRun(path, { node, holds: book.kept() }).catch((error: unknown) =>
        logger.error(`budget reservations could not be stored: ${errorText(error)}`),
      );
    },
  };
}
