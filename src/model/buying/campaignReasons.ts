import type { CandidateReason, Reason } from '../reason/reasons.ts';

/**
 * Reasons with another meaning for campaigns than for external demand: their creatives, prices and flights are our own.
 */
export const campaignReasons: Partial<Record<CandidateReason, Reason>> = {
  cut_off: { text: 'Advertiser or creative cut off', owner: 'us' },
  inactive: { text: 'Campaign paused', owner: 'us' },
  cap: { text: 'Budget exhausted', owner: 'us' },
  empty: { text: 'No campaign bid', owner: 'us' },
  media_type: { text: 'Campaign type not accepted by the ad request', owner: 'us' },
  size: { text: 'No creative of an offered size', owner: 'us' },
  duration: { text: 'No creative of an accepted duration', owner: 'us' },
  file_type: { text: 'No file of an accepted type and bitrate', owner: 'us' },
  linearity: { text: 'No creative of the requested form: linear or overlay (non-linear)', owner: 'us' },
  wrong_media_type: { text: 'No creative of the requested media type', owner: 'us' },
  protocol: { text: 'No creative in a supported format or API', owner: 'us' },
  not_secure: { text: 'No secure creative: all load over HTTP', owner: 'us' },
  attribute_blocked: { text: 'Creative attribute or ad type blocked by the request', owner: 'publisher' },
  adomain_blocked: { text: 'Advertiser domain blocked by the request', owner: 'publisher' },
  category_blocked: { text: 'Creative category blocked by the request', owner: 'publisher' },
  deal_missing: { text: 'Deal bids only, and none of its deals offered', owner: 'us' },
  seat_blocked: { text: 'Offered deals not open to our seat', owner: 'us' },
  below_floor: { text: 'Bid after margin below floor', owner: 'us' },
  below_deal_floor: { text: 'Bid after margin below deal price', owner: 'us' },
  outbid: { text: 'Outbid, or lost the tie-break', owner: 'us' },
};
