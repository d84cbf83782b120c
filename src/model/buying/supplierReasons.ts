import type { CandidateReason, Reason, SupplyReason } from '../reasons.ts';

/** Reasons that say something else of a supplier's request: it asks ad exchanges and campaigns, not the tags of a waterfall. */
export const supplierReasons: Partial<Record<SupplyReason, Reason>> = {
  no_candidates: { text: 'No ad exchange or campaign was eligible', owner: 'us' },
  no_answer: { text: 'No ad exchange or campaign had a usable bid', owner: 'partner' },
  qps_exceeded: { text: 'More requests came in a second than are taken from the supplier', owner: 'us' },
};

/** The same of what is asked for bids: an ad exchange stands in no waterfall. */
export const adexchangeReasons: Partial<Record<CandidateReason, Reason>> = {
  inactive: { text: 'The ad exchange is paused', owner: 'us' },
};
