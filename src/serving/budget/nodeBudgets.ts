import type { BidPermit, BudgetLedger, BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { winWaitMs } from '#engine/budget/leaseTerms.ts';
import { createNoticeTimes } from '#engine/budget/noticeTimes.ts';
import type { Nanos } from '#model/index.ts';

/** A bid that is to be sent. */
export interface SentBid extends Omit<BoughtAd, 'bidAt'> {
  /** 0 = in a channel of the account's own. */
  supplierId: number;
  /** Whether its win is told: by a notice, or because the auction is our own. */
  sendsWinNotices: boolean;
}

/**
 * How long after a bid its impression may be billed, in milliseconds: half an hour once its win is told. Who tells of none
 * has its ads shown soon, so that the money of bids that are lost is not kept from others.
 */
const billingWaitMs = 30 * 60_000;
const unnotifiedBillingWaitMs = 5 * 60_000;

/** What the auction asks of the budgets of campaigns, and tells them. Campaigns without a budget may always bid. */
export interface NodeBudgets {
  /** Whether a campaign may bid now, with what its advertiser would be charged for the impression. */
  mayBid(campaignId: number, price: Nanos): BidPermit;
  /** The same for a test request, which counts nothing. */
  mayBidInTest(campaignId: number, price: Nanos): BidPermit;
  /** Holds the money of a bid that is to be sent; false when it is gone: then it must not be sent. */
  reserve(bid: SentBid): boolean;
  /** A bid has won, by a notice that came here, or in an auction of our own: then its supplier is 0. */
  won(ad: BoughtAd, supplierId: number): void;
  /** An impression was billed, by an event that came here; telling twice does no harm. */
  billed(ad: BoughtAd, supplierId: number): void;
  /** A bid that is reserved here is certain to be lost: its money is free again. */
  release(adId: string): void;
}

/** Budgets over the book of this process. `notifyOthers` is told of ads that another process may have bid for. */
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
