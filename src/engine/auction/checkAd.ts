import { adFault, type AdTerms } from '#standards/openrtb/bid/adFault.ts';
import { isSecureWrapper, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import type { BidFault } from '#standards/openrtb/bid/bidFault.ts';
import { declaredMediaType, isMediumOpen } from '#standards/openrtb/bid/bidMediaType.ts';
import { creativeFault } from '#standards/openrtb/bid/creativeFault.ts';
import type { Imp, MediaType } from '#standards/openrtb/types.ts';
import type { WrapperAd } from '#standards/vast/types.ts';
import type { Candidate } from '../plan/plan.ts';
import { adErrorCode } from './callFailure.ts';
import type { Failure } from './applyVastResponse.ts';
import { onlyMedia } from './composeBidRequest.ts';
import { reasonOfFault } from './reasonOfFault.ts';
import type { AuctionSetting, ValidBid } from './types.ts';

/**
 * The failure of an ad that is not what was asked for; null when it fits. `wrappers` led to it: their trackers become
 * its own. `bid` is null for ads of tags.
 */
export function checkAd(
  setting: AuctionSetting,
  candidate: Candidate,
  traits: AdTraits,
  wrappers: readonly WrapperAd[],
  bid: ValidBid | null,
): Failure | null {
  const { terms, declared } = bid
    ? askedOfBid(offeredMedia(setting, candidate), traits, bid)
    : { terms: setting.adTerms?.() ?? nothing, declared: null };
  const isChainSecure = terms.secure !== 1 || wrappers.every(isSecureWrapper);
  const fault = declared ?? adFault(traits, terms) ?? (isChainSecure ? null : 'not_secure');
  if (fault === null) return null;
  if (fault === 'linearity_not_offered' && traits.isBesideLinear) return { kind: 'failure', reason: 'no_media' };
  const code = adErrorCode(fault, traits.form === 'nonLinear');
  return { kind: 'failure', reason: reasonOfFault[fault], loss: fault, code };
}

const nothing: AdTerms = {};

/** The imp as offered to a candidate, without the deals of the account. */
export function offeredMedia({ offered }: AuctionSetting, { tag }: Candidate): Imp {
  return onlyMedia(offered().imp, tag.bidder?.mediaTypes ?? []);
}

/**
 * The terms that a bid was offered for the medium as which it is sold, and the rule that it violates by what it
 * declares, where only its ad says to which medium that belongs. Offers are secure unless they say otherwise.
 */
function askedOfBid(imp: Imp, traits: AdTraits, bid: ValidBid): { terms: AdTerms; declared: BidFault | null } {
  const { secure = 1, video, audio } = imp;
  const sold = soldMedium(imp, traits, bid);
  const terms: AdTerms = { secure };
  if (sold === 'video' && video) terms.video = video;
  if (sold === 'audio' && audio) terms.audio = audio;
  return { terms, declared: isMediumOpen(bid.bid, imp) ? creativeFault(bid.bid, imp, sold) : null };
}

/**
 * The medium as which a bid with VAST is sold: the one that it declares, else that of its ad, of which a wrapper says
 * nothing.
 */
export function soldMedium(imp: Imp, { medium }: AdTraits, { bid, mediaType }: ValidBid): MediaType {
  if (medium === null || imp[medium] === undefined) return mediaType;
  return declaredMediaType(bid) ?? medium;
}
