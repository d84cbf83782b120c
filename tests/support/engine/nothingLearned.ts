import type { LearnedCounts } from '#engine/buying/learned.ts';

/** Counts of an account of whose ads nothing was counted yet. */
export const nothingLearned: LearnedCounts = {
  ofCampaign: () => null,
  ofCampaignHere: () => null,
  ofCreative: () => null,
};
