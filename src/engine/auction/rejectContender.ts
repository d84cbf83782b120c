import type { CandidateReason } from '#model/index.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import { lostBid } from './lostBid.ts';
import type { AuctionState, Contender } from './types.ts';

/** The loss of a valid bid that was rejected later, by reason. Every other reason counts as an invalid response. */
const lossOfReason: Partial<Record<CandidateReason, BidLoss>> = {
  outbid: 'outbid',
  timeout: 'expired',
  no_markup: 'markup_missing',
  empty: 'markup_missing',
  not_secure: 'not_secure',
  size: 'size_not_offered',
  duration: 'duration_not_offered',
  wrong_media_type: 'markup_mismatch',
  adomain_blocked: 'advertiser_blocked',
  category_blocked: 'category_blocked',
  attribute_blocked: 'ad_type_blocked',
  cut_off: 'disapproved',
  creative_blocked: 'disapproved',
  creative_not_allowed: 'disapproved',
  native_asset: 'native_asset_not_requested',
};

/**
 * Rejects a contender of the current tier. Its bid, if any, is lost and gets a loss notice: for `loss`, else for that of
 * the reason.
 */
export function rejectContender(
  state: AuctionState,
  contender: Contender,
  reason: CandidateReason,
  loss?: BidLoss,
): void {
  const { status } = contender;
  const bid = status.kind === 'usable' ? status.offer.bid : status.kind === 'calling' ? status.bid : null;
  if (bid) state.lost.push(lostBid(bid, bid.currency, loss ?? lossOfReason[reason] ?? 'malformed'));
  contender.status = { kind: 'out', reason, wasSent: true };
}
