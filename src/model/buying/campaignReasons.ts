import type { CandidateReason, Reason } from '../reasons.ts';

/** Reasons that say something else of a campaign than of what answers us: its creatives, prices and days are ours. */
export const campaignReasons: Partial<Record<CandidateReason, Reason>> = {
  inactive: { text: 'The campaign is paused', owner: 'us' },
  cap: { text: 'It has had its budget', owner: 'us' },
  empty: { text: 'No campaign bid', owner: 'us' },
  media_type: { text: 'The impression takes no ads of its type', owner: 'us' },
  size: { text: 'None of its creatives has a size that is offered', owner: 'us' },
  duration: { text: 'None of its creatives has a length that is wanted', owner: 'us' },
  protocol: { text: 'The player takes none of its creatives’ formats', owner: 'us' },
  not_secure: { text: 'All of its creatives load something over http', owner: 'us' },
  attribute_blocked: { text: 'An attribute of its creatives is blocked', owner: 'publisher' },
  adomain_blocked: { text: 'Its advertiser is blocked here', owner: 'publisher' },
  category_blocked: { text: 'The category of its creatives is blocked here', owner: 'publisher' },
  deal_missing: { text: 'Only bids under a deal may win here, and it has none of those that are offered', owner: 'us' },
  seat_blocked: { text: 'Its deals that are offered are for other seats of buyers than ours', owner: 'us' },
  below_floor: { text: 'Its bid, less its margin, is below the floor', owner: 'us' },
  below_deal_floor: { text: 'Its bid, less its margin, is below the price of the deal', owner: 'us' },
  outbid: { text: 'Another bid was worth more, or won the draw', owner: 'us' },
};
