import { adFault, type AdTerms } from '#standards/openrtb/bid/adFault.ts';
import { isSecureWrapper, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import type { WrapperAd } from '#standards/vast/types.ts';
import { adErrorCode } from './callFailure.ts';
import type { Failure } from './applyVastResponse.ts';
import { reasonOfFault } from './reasonOfFault.ts';
import type { AuctionSetting, ValidBid } from './types.ts';

/**
 * The failure of an ad that is not what was asked for; null when it fits. `wrappers` led to it: their trackers become
 * its own. `bid` is null for ads of tags.
 */
export function checkAd(
  setting: AuctionSetting,
  traits: AdTraits,
  wrappers: readonly WrapperAd[],
  bid: ValidBid | null,
): Failure | null {
  const terms = bid ? termsOfBid(setting, bid) : (setting.adTerms?.() ?? nothing);
  const isChainSecure = terms.secure !== 1 || wrappers.every(isSecureWrapper);
  const fault = adFault(traits, terms) ?? (isChainSecure ? null : 'not_secure');
  if (fault === null) return null;
  const code = adErrorCode(fault, traits.form === 'nonLinear');
  return { kind: 'failure', reason: reasonOfFault[fault], loss: fault, code };
}

const nothing: AdTerms = {};

/** The terms that a bid was offered for its media type. Offers are secure unless they say otherwise. */
function termsOfBid({ offered }: AuctionSetting, { mediaType }: ValidBid): AdTerms {
  const { video, audio, secure } = offered().imp;
  const terms: AdTerms = { secure: secure ?? 1 };
  if (mediaType === 'video' && video) terms.video = video;
  if (mediaType === 'audio' && audio) terms.audio = audio;
  return terms;
}
