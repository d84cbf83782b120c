import type { CandidateReason, RestrictionReason, SupplyReason } from '#model/index.ts';
import { nonBidCodeOf } from '#standards/openrtb/bid/lossCodes.ts';
import type { Outcome } from './sellImps.ts';

/** An entry of `ext.seatnonbid`: why a seat has no bid. */
export interface SeatNonBid {
  seat: string;
  nonbid: { impid: string; statuscode: number }[];
}

/** Codes of OpenRTB's list of non-bid status codes. */
const status = {
  noBid: 0,
  nonHuman: 4,
  userCap: 9,
  adsTxt: 12,
  lateTime: 15,
  schain: 16,
  error: 100,
  timeout: 101,
  invalidResponse: 102,
  unreachable: 103,
  blocked: 200,
  mediaType: 202,
  privacy: 204,
  currency: 205,
  rejected: 300,
  creative: 350,
  competitor: 355,
} as const;

/** Status codes of candidates, by reason. */
const statusOfCandidateReason: Readonly<Record<Exclude<CandidateReason, RestrictionReason>, number>> = {
  cut_off: status.blocked,
  inactive: status.blocked,
  advertiser_inactive: status.blocked,
  flight: status.blocked,
  cap: status.blocked,
  qps: status.blocked,
  frequency: status.userCap,
  budget: status.blocked,
  pacing: status.blocked,
  ivt: status.nonHuman,
  privacy: status.privacy,
  no_device_id: status.privacy,
  not_assigned: status.blocked,
  no_creative: status.blocked,
  creative_pending: status.blocked,
  creative_scan: status.blocked,
  assets_missing: status.blocked,
  file_type: nonBidCodeOf('file_not_offered'),
  zero_bid: status.blocked,
  media_type: status.mediaType,
  no_prebid_server: status.blocked,
  no_exchange_rate: status.currency,
  margin: status.blocked,
  floor: status.blocked,
  tier_not_reached: status.blocked,
  deadline: status.lateTime,
  outbid: nonBidCodeOf('outbid'),
  pod_creative: nonBidCodeOf('pod_duplicate'),
  pod_advertiser: status.competitor,
  pod_category: nonBidCodeOf('pod_category'),
  pod_duration: nonBidCodeOf('pod_full'),
  pod_slot: nonBidCodeOf('pod_full'),
  timeout: status.timeout,
  http_error: status.error,
  conn_error: status.unreachable,
  refused_address: status.unreachable,
  too_large: status.invalidResponse,
  empty: status.noBid,
  invalid_xml: status.creative,
  wrapper_limit: status.creative,
  no_media: status.creative,
  creative_blocked: nonBidCodeOf('disapproved'),
  creative_not_allowed: nonBidCodeOf('disapproved'),
  invalid_bid: status.invalidResponse,
  unknown_impression: nonBidCodeOf('imp_unknown'),
  currency: nonBidCodeOf('currency_not_accepted'),
  deal_unknown: nonBidCodeOf('deal_unknown'),
  deal_missing: nonBidCodeOf('deal_required'),
  below_deal_floor: nonBidCodeOf('below_deal_floor'),
  seat_blocked: nonBidCodeOf('seat_blocked'),
  adomain_blocked: nonBidCodeOf('advertiser_blocked'),
  category_blocked: nonBidCodeOf('category_blocked'),
  attribute_blocked: nonBidCodeOf('attribute_blocked'),
  creative_language: nonBidCodeOf('language_not_allowed'),
  promoted_app_blocked: nonBidCodeOf('app_blocked'),
  wrong_media_type: nonBidCodeOf('media_type_not_offered'),
  size: nonBidCodeOf('size_not_offered'),
  duration: nonBidCodeOf('duration_not_offered'),
  protocol: nonBidCodeOf('protocol_not_offered'),
  not_secure: nonBidCodeOf('not_secure'),
  no_markup: nonBidCodeOf('markup_missing'),
  below_floor: nonBidCodeOf('below_floor'),
  linearity: nonBidCodeOf('linearity_not_offered'),
  encoding: status.invalidResponse,
  native_asset: nonBidCodeOf('native_asset_missing'),
};

/** Status codes of imps for which no candidate was called; all other reasons mean that we do not sell the imp. */
const statusOfSupplyReason: Partial<Record<SupplyReason, number>> = {
  bad_request: 2,
  overload: status.error,
  no_exchange_rate: status.currency,
  ads_txt_unauthorized: status.adsTxt,
  schain_incomplete: status.schain,
  ivt_prebid: status.nonHuman,
};

/**
 * Returns why imps have no bid, for pages that request it (standards 2.7). Like bids, non-bids go under our own seat,
 * each status once, so that they reveal neither which bidders were called nor how many.
 */
export function seatNonBids(outcomes: readonly Outcome[], seats: readonly string[]): SeatNonBid[] {
  const bySeat = new Map<string, SeatNonBid>();
  for (const [index, { imp, impContext, sold }] of outcomes.entries()) {
    if (sold.length > 0) continue;
    const { reason, candidates } = impContext.record;
    const reasons = candidates.flatMap((outcome) => outcome.reason ?? []);
    const codes =
      reasons.length > 0 ? reasons.map(statusOf) : [statusOfSupplyReason[reason ?? 'no_candidates'] ?? status.blocked];
    const seat = seats[index] ?? '';
    const seatNonBid = bySeat.get(seat) ?? { seat, nonbid: [] };
    bySeat.set(seat, seatNonBid);
    for (const statuscode of [...new Set(codes)].toSorted((a, b) => a - b))
      seatNonBid.nonbid.push({ impid: imp.id, statuscode });
  }
  return [...bySeat.values()];
}

function statusOf(reason: CandidateReason): number {
  // Targetings and lists are the account's business.
  return reason in statusOfCandidateReason
    ? statusOfCandidateReason[reason as keyof typeof statusOfCandidateReason]
    : status.blocked;
}
