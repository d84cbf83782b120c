import type { BidPermit, BoughtAd, ReservedBid } from '#engine/budget/createBook.ts';
import type { Nanos } from '#model/index.ts';

/** What the auction asks of the budgets of campaigns, and tells them. Campaigns without a budget may always bid. */
export interface CampaignBudgets {
  /** Whether a campaign may bid a price for an impression now: what its advertiser would be charged for it. */
  mayBid(campaignId: number, price: Nanos): BidPermit;
  /** Holds the money of a bid that is sent; false when it is gone: then it must not be sent. */
  reserve(bid: ReservedBid): boolean;
  /** A bid has won, by a notice or in an auction of our own: at whatever process. */
  won(ad: BoughtAd): void;
  /** An impression was billed: at whatever process, and as often as it is told. */
  billed(ad: BoughtAd): void;
  /** A bid that this process reserved is certain to be lost. */
  release(adId: string): void;
}
