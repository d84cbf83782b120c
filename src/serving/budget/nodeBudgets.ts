import type { BidPermit, Book, BoughtAd, ReservedBid } from '#engine/budget/createBook.ts';
import type { Nanos } from '#model/index.ts';

/** What the auction asks of the budgets of campaigns, and tells them. Campaigns without a budget may always bid. */
export interface NodeBudgets {
  /** Whether a campaign may bid now, with what its advertiser would be charged for the impression. */
  mayBid(campaignId: number, price: Nanos): BidPermit;
  /** Holds the money of a bid that is to be sent; false when it is gone: then it must not be sent. */
  reserve(bid: ReservedBid): boolean;
  /** A bid has won, by a notice that came here or in an auction of our own. */
  won(ad: BoughtAd): void;
  /** An impression was billed, by an event that came here; telling twice does no harm. */
  billed(ad: BoughtAd): void;
  /** A bid that is reserved here is certain to be lost: its money is free again. */
  release(adId: string): void;
}

/** Budgets over the book of this process. `tellOthers` is told of ads that another process may have bid for. */
export function createNodeBudgets({
  book,
  now,
  tellOthers,
}: {
  book: Book;
  /** Milliseconds since the epoch. */
  now: () => number;
  tellOthers: (kind: 'won' | 'billed', ad: BoughtAd) => void;
}): NodeBudgets {
  return {
    mayBid: (campaignId, price) => book.mayBid(campaignId, price, now()),
    reserve: (bid) => book.reserve(bid, now()),
    won(ad) {
      if (!book.won(ad, now())) tellOthers('won', ad);
    },
    billed(ad) {
      if (!book.billed(ad, now())) tellOthers('billed', ad);
    },
    release: (adId) => book.release(adId),
  };
}
