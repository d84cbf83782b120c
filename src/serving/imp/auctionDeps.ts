import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { TagFacts } from '#engine/plan/plan.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import { type MacroValues } from '#standards/macros.ts';
import type { ReceivedBids } from '#standards/openrtb/readBidResponse.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { ErrorReports } from '../track/errorReports.ts';

/** What auctions are carried out with. */
export interface AuctionDeps {
  fetcher: TagFetcher;
  bids: BidPoster;
  reports: ErrorReports;
  /** Where partners behind a Prebid Server are asked; null without one. */
  prebidServerUrl: string | null;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What the calls of one request carry. */
export interface CallContext {
  /** What macros in a tag's URLs are filled with. */
  macrosFor: (tag: TagFacts) => MacroValues;
  headersFor: (tag: TagFacts) => Record<string, string>;
  /** A bid request as a bidder may see it. */
  prepareForBidder: (request: BidRequest, tag: TagFacts) => BidRequest;
  /** The bids of the account's own campaigns; null = none. */
  ownBids: (settings: readonly AuctionSetting[], bidCalls: readonly ImpRequest[]) => ReceivedBids | null;
}
