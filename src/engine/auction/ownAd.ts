import type { Nanos } from '#model/index.ts';

/** Whose ad an own campaign's bid is. */
export interface OwnAd extends OwnBidExt {
  campaignId: number;
  creativeId: number;
}

/** What a bid of an own campaign says of itself beside what others' bids say; its `cid` and `adid` are ids of ours. */
export interface OwnBidExt {
  /** What 1,000 impressions cost its advertiser, in nano-USD: more than the bid where the campaign keeps a margin. */
  charged: Nanos;
  advertiserId: number;
  /** How many more ads of its campaign the viewer may see, where that is fewer than the request has impressions. */
  adsLeft?: number;
}
