import { adFault, type AdTerms } from '#standards/openrtb/bid/adFault.ts';
import { isSecureWrapper, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import { declaredMediaType } from '#standards/openrtb/bid/bidMediaType.ts';
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
  const terms = bid ? termsOfBid(setting, candidate, traits, bid) : (setting.adTerms?.() ?? nothing);
  const isChainSecure = terms.secure !== 1 || wrappers.every(isSecureWrapper);
  const fault = adFault(traits, terms) ?? (isChainSecure ? null : 'not_secure');
  if (fault === null) return null;
  if (fault === 'linearity_not_offered' && traits.isBesideLinear) return { kind: 'failure', reason: 'no_media' };
  const code = adErrorCode(fault, traits.form === 'nonLinear');
  return { kind: 'failure', reason: reasonOfFault[fault], loss: fault, code };
}

const nothing: AdTerms = {};

/**
 * The terms that a bid was offered for its media type: the one that it declares, else that of its ad, of which a wrapper
 * says nothing. Offers are secure unless they say otherwise.
 */
function termsOfBid(
  { offered }: AuctionSetting,
  { tag }: Candidate,
  { medium }: AdTraits,
  { bid, mediaType }: ValidBid,
): AdTerms {
  const imp = onlyMedia(offered().imp, tag.bidder?.mediaTypes ?? []);
  const isOpen = medium !== null && imp[medium] !== undefined && declaredMediaType(bid) === undefined;
  const sold = isOpen ? medium : mediaType;
  const terms: AdTerms = { secure: imp.secure ?? 1 };
  if (sold === 'video' && imp.video) terms.video = imp.video;
  if (sold === 'audio' && imp.audio) terms.audio = imp.audio;
  return terms;
}
