import type { BidPermit, BudgetLedger, BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { winWaitMs } from '#engine/budget/leaseTerms.ts';
import { createNoticeTimes } from '#engine/budget/noticeTimes.ts';
import type { Nanos } from '#model/index.ts';

/** A bid that is about to be sent. */
export interface SentBid extends Omit<BoughtAd, 'bidAt'> {
  /** 0 = in a channel's own auction. */
  supplierId: number;
  /** Whether its win is reported: by a win notice, or because the auction is our own. */
  sendsWinNotices: boolean;
}

/**
 * Milliseconds after a bid in which its impression may be billed: half an hour where wins are reported. Suppliers
 * without win notices show ads soon, and a shorter wait frees the budget of lost bids.
 */
const billingWaitMs = 30 * 60_000;
const unnotifiedBillingWaitMs = 5 * 60_000;

/** The auction's access to campaign budgets. Campaigns without a budget may always bid. */
export interface NodeBudgets {
  /** Whether a campaign may bid now, at the amount that its advertiser would be charged for the impression. */
  mayBid(campaignId: number, price: Nanos): BidPermit;
  /** The same for a test request, which is not counted. */
  mayBidInTest(campaignId: number, price: Nanos): BidPermit;
  /**
   * Reserves the price of a bid that is about to be sent. Returns false when the budget is exhausted: then the bid must
   * not be sent.
   */
  reserve(bid: SentBid): boolean;
  /** Records that a bid won, by a notice that this process received or in our own auction (`supplierId` 0). */
  won(ad: BoughtAd, supplierId: number): void;
  /** Records that an impression was billed, by an event that this process received. Repeated calls are harmless. */
  billed(ad: BoughtAd, supplierId: number): void;
  /** Releases the reservation of a bid that is certain to be lost. */
  release(adId: string): void;
}

/**
 * Creates the budgets on the ledger of this process. `notifyOthers` receives wins and bills of ads that another process
 * may have bid on.
 */
export function createNodeBudgets({
  ledger,
  now,
  notifyOthers,
}: {
  ledger: BudgetLedger;
  /** Milliseconds since the epoch. */
  now: () => number;
  notifyOthers: (kind: 'won' | 'billed', ad: BoughtAd) => void;
}): NodeBudgets {
  const times = createNoticeTimes();
  const recordNotice = (kind: 'won' | 'billed', ad: BoughtAd, supplierId: number) => {
    const at = now();
    if (supplierId > 0) times.record(supplierId, kind, ad.bidAt, at);
    if (!ledger[kind](ad, at)) notifyOthers(kind, ad);
  };
  return {
    mayBid: (campaignId, price) => ledger.mayBid(campaignId, price, now()),
    mayBidInTest: (campaignId, price) => ledger.mayBidInTest(campaignId, price, now()),
    reserve({ adId, campaignId, price, supplierId, sendsWinNotices }) {
      const at = now();
      const until =
        at + (sendsWinNotices ? billingWaitMs : times.waitFor(supplierId, 'billed', unnotifiedBillingWaitMs, at));
      const waitMs = sendsWinNotices ? times.waitFor(supplierId, 'won', winWaitMs, at) : null;
      return ledger.reserve({ adId, campaignId, price, until, winWaitMs: waitMs }, at);
    },
    won: (ad, supplierId) => recordNotice('won', ad, supplierId),
    billed: (ad, supplierId) => recordNotice('billed', ad, supplierId),
    release: (adId) => ledger.release(adId),
  };
}
