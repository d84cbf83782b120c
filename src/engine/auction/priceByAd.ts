import type { Nanos } from '#model/index.ts';
import type { AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import { hasDurationFloors } from '#standards/openrtb/request/bidFloor.ts';
import type { Candidate } from '../plan/plan.ts';
import type { Failure } from './applyVastResponse.ts';
import { offeredMedia, soldMedium } from './checkAd.ts';
import { priceTerms } from './priceTerms.ts';
import { floorFor } from './ranking.ts';
import type { AuctionState, ValidBid } from './types.ts';

/**
 * A bid at the price terms of its ad, which was read, or why it may not win at its price. Floors by duration apply to
 * the duration of the ad, else to the one that the bid declares (OpenRTB 2.6, 3.2.35).
 */
export function priceByAd(
  state: AuctionState,
  candidate: Candidate,
  bid: ValidBid,
  traits: AdTraits,
): ValidBid | Failure {
  const { video, audio } = state.setting.offered().imp;
  if (!hasDurationFloors(video, audio, bid.deal)) return bid;
  const { cpm, deal } = bid;
  const mediaType = soldMedium(offeredMedia(state.setting, candidate), traits, bid);
  const durationS = traits.durationS || bid.bid.dur || null;
  const terms = priceTerms(state, candidate, { cpm, deal, mediaType, durationS });
  if ('reason' in terms) return { kind: 'failure', ...terms, code: null };
  return { ...bid, floor: terms.floor, worth: terms.worth };
}

/** The failure of a tag's ad whose CPM is below the floor; null when it is not. */
export function tagPriceFailure(
  state: AuctionState,
  candidate: Candidate,
  cpm: Nanos,
  { medium, durationS }: AdTraits,
): Failure | null {
  const { video, audio } = state.setting.adTerms?.() ?? {};
  if (!hasDurationFloors(video, audio)) {
    return cpm < floorFor(state.setting, candidate) ? { kind: 'failure', reason: 'below_floor', code: null } : null;
  }
  const mediaType = video && (!audio || medium !== 'audio') ? 'video' : 'audio';
  const terms = priceTerms(state, candidate, { cpm, deal: null, mediaType, durationS: durationS || null });
  return 'reason' in terms ? { kind: 'failure', reason: terms.reason, code: null } : null;
}
