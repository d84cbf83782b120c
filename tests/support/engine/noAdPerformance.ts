import type { AdPerformance } from '#engine/buying/adPerformance.ts';

/** The ad performance of an account without counted ads. */
export const noAdPerformance: AdPerformance = {
  ofCampaign: () => null,
  ofCampaignHere: () => null,
  ofCreative: () => null,
};
