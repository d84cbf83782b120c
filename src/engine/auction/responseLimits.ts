import type { ImpRequest } from './impRequest.ts';
import type { AuctionSetting } from './types.ts';

/** Limits of one bid response: a larger one is rejected as a whole. */
export interface ResponseLimits {
  bids: number;
  /** Of the body, as received and after decompression. */
  bytes: number;
}

/** Every response may be as large as the minimum, and none larger than the maximum. */
const minLimits: ResponseLimits = { bids: 200, bytes: 512 * 1024 };
const maxLimits: ResponseLimits = { bids: 2000, bytes: 8 * 1024 * 1024 };

/** Bids allowed per requested ad, and bytes allowed per bid: markup and URLs. */
const bidsPerAd = 3;
const bytesPerBid = 24 * 1024;

/** The limits of one bid response. They grow with the number of requested ads, across all partners. */
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
