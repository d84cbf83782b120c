import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import { type MacroValues } from '#standards/macros.ts';
import type { ReceivedBids } from '#standards/openrtb/bid/readBidResponse.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { ServingMetrics } from '../metrics/servingMetrics.ts';
import type { ErrorReports } from '../track/errorReports.ts';

/** The I/O that auctions need. */
export interface AuctionDeps {
  fetcher: TagFetcher;
  bids: BidPoster;
  reports: ErrorReports;
  /** URL of the Prebid Server through which its partners are called; null without one. */
  prebidServerUrl: string | null;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The configuration as it is now: what was cut off while an auction ran is not shown. Absent = nothing was. */
  snapshot?: () => Snapshot;
  /** Absent where METRICS_PORT is not set. */
  metrics?: ServingMetrics;
}

/** The data that calls of one request send, per tag as the viewer's choices allow. */
export interface CallContext {
  /** Values of the macros in a tag's URLs. */
  macrosFor: (tag: CompiledTag) => MacroValues;
  headersFor: (tag: CompiledTag) => Record<string, string>;
  /** The bid request reduced to what this bidder may receive. */
  prepareForBidder: (request: BidRequest, tag: CompiledTag) => BidRequest;
  /** The bids of the account's own campaigns; null = none. */
  ownBids: (settings: readonly AuctionSetting[], bidCalls: readonly ImpRequest[]) => ReceivedBids | null;
}
