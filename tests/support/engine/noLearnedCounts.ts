import type { AdPerformance } from '#engine/buying/adPerformance.ts';

/** Learned counts of an account without counted ads. */
export const noLearnedCounts: AdPerformance = {
  ofCampaign: () => null,
  ofCampaignHere: () => null,
  ofCreative: () => null,
};
