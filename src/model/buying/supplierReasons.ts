import type { CandidateReason, Reason, SupplyReason } from '../reason/reasons.ts';

/** Reasons that say something else of a supplier's request: it asks ad exchanges and campaigns, not the tags of a waterfall. */
export const supplierReasons: Partial<Record<SupplyReason, Reason>> = {
  no_candidates: { text: 'No eligible ad exchange or campaign', owner: 'us' },
  no_answer: { text: 'No usable bid from ad exchanges or campaigns', owner: 'partner' },
  qps_exceeded: { text: 'Supplier QPS limit exceeded', owner: 'us' },
};

/** The same of what is asked for bids: an ad exchange stands in no waterfall. */
export const adexchangeReasons: Partial<Record<CandidateReason, Reason>> = {
  inactive: { text: 'Ad exchange paused', owner: 'us' },
};
