/** Recent event counts of ads. */
export interface AdCounts {
  imps: number;
  clicks: number;
  /** Ads played to the end. */
  completes: number;
}

/** Recent counts that bids and rotation can use for one request; null = none. */
export interface AdPerformance {
  /** All ads of a campaign. */
  ofCampaign(campaignId: number): AdCounts | null;
  /** The campaign's ads in the site or app of the request. */
  ofCampaignHere(campaignId: number): AdCounts | null;
  /** One creative of the campaign. */
  ofCreative(campaignId: number, creativeId: number): AdCounts | null;
}
