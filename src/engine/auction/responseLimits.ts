import type { ImpRequest } from './impRequest.ts';
import type { AuctionSetting } from './types.ts';

/** How much an answer to a bid request may hold: what is more is refused whole. */
export interface ResponseLimits {
  bids: number;
  /** Of the body, as it comes and decompressed. */
  bytes: number;
}

/** What any answer may hold, and what none may. */
const minLimits: ResponseLimits = { bids: 200, bytes: 512 * 1024 };
const maxLimits: ResponseLimits = { bids: 2000, bytes: 8 * 1024 * 1024 };

/** Bids that a bidder may offer for each ad that is asked of it, and what one of them takes: markup and addresses. */
const bidsPerAd = 3;
const bytesPerBid = 24 * 1024;

/** The bounds of one answer to asks: they grow with the ads that are asked for, of how many partners ever. */
export function responseLimits(
  impRequests: readonly ImpRequest[],
  settingOf: (slot: number) => Pick<AuctionSetting, 'pod'> | undefined,
): ResponseLimits {
  let ads = 0;
  for (const { slot } of impRequests) ads += settingOf(slot)?.pod?.slots ?? 1;
  const bids = ads * bidsPerAd;
  return {
    bids: Math.min(maxLimits.bids, Math.max(minLimits.bids, bids)),
    bytes: Math.min(maxLimits.bytes, Math.max(minLimits.bytes, bids * bytesPerBid)),
  };
}
