import type { AdPerformance } from '#engine/buying/adPerformance.ts';

/** Counts of an account of whose ads nothing was counted yet. */
export const noLearnedCounts: AdPerformance = {
  ofCampaign: () => null,
  ofCampaignHere: () => null,
  ofCreative: () => null,
};
