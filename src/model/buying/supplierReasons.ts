import type { CandidateReason, Reason, SupplyReason } from '../reason/reasons.ts';

/**
 * Reasons with another meaning for suppliers' requests, which go to ad exchanges and campaigns rather than to a
 * waterfall.
 */
export const supplierReasons: Partial<Record<SupplyReason, Reason>> = {
  no_candidates: { text: 'No eligible ad exchange or campaign', owner: 'us' },
  no_answer: { text: 'No usable bid from ad exchanges or campaigns', owner: 'partner' },
  qps_exceeded: { text: 'Supplier QPS limit exceeded', owner: 'us' },
};

/** Reasons with another meaning for ad exchanges, which are in no waterfall. */
export const adexchangeReasons: Partial<Record<CandidateReason, Reason>> = {
  inactive: { text: 'Ad exchange paused', owner: 'us' },
};
