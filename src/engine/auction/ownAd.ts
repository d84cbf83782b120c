import type { Nanos } from '#model/index.ts';

/** The campaign and creative of an own campaign's bid. */
export interface OwnAd extends OwnBidExt {
  campaignId: number;
  creativeId: number;
}

/** The `ext` of an own campaign's bid. Its `cid` and `adid` are our campaign and creative IDs. */
export interface OwnBidExt {
  /** The advertiser's CPM in nano-USD: more than the bid where the campaign has a margin. */
  charged: Nanos;
  advertiserId: number;
  /**
   * The number of further ads of its campaign that the viewer may see, where that is fewer than the request has imps.
   */
  adsLeft?: number;
}
