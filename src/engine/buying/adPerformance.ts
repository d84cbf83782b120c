/** What was counted of ads lately. */
export interface AdCounts {
  imps: number;
  clicks: number;
  /** Seen to the end. */
  completes: number;
}

/** What is known of how ads do, for one request. */
export interface AdPerformance {
  /** Of all ads of a campaign. */
  ofCampaign(campaignId: number): AdCounts | null;
  /** Of its ads where the impression is: in its site or app. */
  ofCampaignHere(campaignId: number): AdCounts | null;
  /** Of one of its creatives. */
  ofCreative(campaignId: number, creativeId: number): AdCounts | null;
}
