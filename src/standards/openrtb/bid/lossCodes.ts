import type { BidFault } from './bidFault.ts';

/** Why a bid did not win: its own fault, or its outcome in the auction. */
export type BidLoss =
  | BidFault
  | 'below_floor'
  | 'below_deal_floor'
  | 'outbid'
  | 'outbid_by_deal'
  | 'pod_duplicate'
  | 'pod_category'
  | 'pod_full'
  | 'disapproved'
  | 'expired'
  | 'internal_error';

/** Our own loss reason, from the range reserved for exchanges: rejected with its group. */
const groupRejected = 500;

/** A loss reason for the bidder and a non-bid status for the publisher. */
type Codes = readonly [loss: number, nonBid: number];

const codes: Readonly<Record<BidLoss, Codes>> = {
  malformed: [3, 102],
  group_fallen: [groupRejected, 300],
  imp_unknown: [3, 102],
  currency_not_accepted: [3, 300],
  price_missing: [9, 300],
  crid_missing: [8, 350],
  markup_missing: [7, 350],
  media_type_unknown: [204, 353],
  media_type_not_offered: [204, 353],
  markup_mismatch: [204, 353],
  seat_not_allowed: [104, 300],
  seat_blocked: [104, 300],
  deal_unknown: [4, 300],
  deal_required: [4, 300],
  deal_seat_not_allowed: [104, 300],
  deal_advertiser_not_allowed: [213, 356],
  advertiser_malformed: [6, 300],
  advertiser_blocked: [205, 356],
  category_blocked: [209, 357],
  category_not_allowed: [209, 357],
  app_blocked: [206, 350],
  attribute_blocked: [210, 350],
  ad_type_blocked: [211, 350],
  language_not_allowed: [208, 350],
  size_not_offered: [203, 351],
  not_secure: [207, 352],
  duration_not_offered: [200, 350],
  protocol_not_offered: [204, 353],
  api_not_offered: [204, 353],
  linearity_not_offered: [204, 353],
  file_not_offered: [204, 353],
  companion_not_offered: [203, 351],
  native_malformed: [204, 353],
  native_asset_missing: [204, 353],
  native_asset_not_requested: [204, 353],
  native_text_too_long: [200, 350],
  native_url_not_supported: [204, 353],
  below_floor: [100, 301],
  below_deal_floor: [101, 304],
  outbid: [102, 300],
  outbid_by_deal: [103, 300],
  pod_duplicate: [200, 302],
  pod_category: [209, 303],
  pod_full: [200, 300],
  disapproved: [202, 350],
  expired: [2, 101],
  internal_error: [1, 100],
};

/** The code for `${AUCTION_LOSS}`, from OpenRTB's list of loss reasons (2.5). Never 0, which means a win. */
export function lossCodeOf(loss: BidLoss): number {
  return codes[loss][0];
}

/** The status code of a bid in `ext.seatnonbid` (2.5). */
export function nonBidCodeOf(loss: BidLoss): number {
  return codes[loss][1];
}
