import type { CandidateReason, Nanos } from '#model/index.ts';
import { wrapperTraits, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import { isPlainHttp } from '#standards/markup/isPlainHttp.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import { isCategoryBlocked } from '#standards/vast/blockedCategories.ts';
import { mergeChain } from '#standards/vast/mergeChain.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';
import { cpmFromPricing } from '../pricing.ts';
import { qualityReason } from '../plan/quality.ts';
import { isCutOff } from '../cutoff/cutoffs.ts';
import { creativeReason } from '../targeting/creativeRules.ts';
import { creativeIdsOf } from './bidDetails.ts';
import { checkAd } from './checkAd.ts';
import type { VastResponse } from './vastResponse.ts';
import { priceByAd, tagPriceFailure } from './priceByAd.ts';
import { offerOf, recordOffer } from './ranking.ts';
import type { AuctionState, Contender, FallbackAd, ValidBid, WinningAd } from './types.ts';

/** Maximum wrappers before the inline ad of a chain (VAST 4.3, standards 1.4). */
export const MAX_WRAPPERS = 5;

/** The next call of a wrapper chain. */
export interface NextHop {
  kind: 'next';
  url: string;
  urls: readonly string[];
  wrappers: readonly WrapperAd[];
  fallbacks: readonly FallbackAd[];
  bid: ValidBid | null;
  deadline: number;
}

/** A failed candidate. `errors` are Error URLs beyond those of its chain. */
export interface Failure {
  kind: 'failure';
  reason: CandidateReason;
  /** The VAST error code; absent = that of the reason, null = none is reported: our own rules refuse the ad. */
  code?: number | null;
  /** The loss of its bid; absent = that of the reason. */
  loss?: BidLoss;
  errors?: readonly string[];
}

/**
 * Applies a VAST response, or a tag that needs no call, to a contender. Returns the next hop of a wrapper chain, a
 * failure, or null when the contender has made an offer.
 */
export function applyVastResponse(
  state: AuctionState,
  contender: Contender,
  response: VastResponse | { kind: 'tag' },
): NextHop | Failure | null {
  const chain = contender.status.kind === 'calling' ? contender.status : null;
  const wrappers = chain?.wrappers ?? [];
  const { tag } = contender.candidate;
  switch (response.kind) {
    case 'tag': {
      const traits = wrapperTraits(() => !isPlainHttp(tag.url));
      const failure = checkAd(state.setting, contender.candidate, traits, wrappers, null);
      if (failure) return failure;
      return offerTag(state, contender, { cpm: tag.rate, ad: { kind: 'wrapper' } }, traits);
    }
    case 'invalid':
      return { kind: 'failure', reason: 'invalid_xml', code: response.errorCode };
    case 'empty':
      return { kind: 'failure', reason: 'empty', errors: response.errors };
    case 'wrapper': {
      // An earlier wrapper forbids further wrappers: this response counts as no ad.
      if (wrappers.some((wrapper) => !wrapper.followAdditionalWrappers)) return { kind: 'failure', reason: 'empty' };
      if (chain?.bid && wrappers.length === 0 && tag.handling === 'wrap') {
        // Only the player will see the creative: the bidder's ids and duration are all that is known of it.
        const traits = { ...response.traits, durationS: chain.bid.bid.dur ?? 0 };
        const failure = checkAd(state.setting, contender.candidate, traits, wrappers, chain.bid);
        if (failure) return { ...failure, errors: response.ad.errors };
        const refused = creativeReason(contender.candidate.creativeRules, creativeIdsOf(chain.bid.bid));
        if (refused) return unreportedFailure(refused);
        const ad: WinningAd = { kind: 'passed', ad: response.ad, ...mediumIn(traits) };
        return offerBid(state, contender, chain.bid, ad, traits);
      }
      const { vastAdTagUri: url, errors } = response.ad;
      if (!chain || wrappers.length >= MAX_WRAPPERS || chain.urls.includes(url)) {
        return { kind: 'failure', reason: 'wrapper_limit', errors };
      }
      const { urls, deadline, bid, fallbacks = [] } = chain;
      return { kind: 'next', url, urls, wrappers: [...wrappers, response.ad], fallbacks, bid, deadline };
    }
    case 'inline':
      break;
  }
  const { traits } = response;
  const bid = chain?.bid ?? null;
  const failure: Failure | null =
    traits.form === null
      ? { kind: 'failure', reason: 'no_media' }
      : checkAd(state.setting, contender.candidate, traits, wrappers, bid);
  if (failure) return { ...failure, errors: response.ad.errors };
  if (wrappers.some((wrapper) => isCategoryBlocked(wrapper, response.ad))) {
    return { kind: 'failure', reason: 'category_blocked', code: blockedCategory, errors: response.ad.errors };
  }
  const refused = rejection(state, contender, response.ad);
  if (refused) return unreportedFailure(refused);
  const ad: WinningAd = chain
    ? { kind: 'merged', ad: mergeChain(wrappers, response.ad), depth: wrappers.length, ...mediumIn(traits) }
    : { kind: 'stored', ...mediumIn(traits) };
  if (bid) return offerBid(state, contender, bid, ad, traits);
  const pricing = [...wrappers, response.ad].find((hop) => hop.pricing)?.pricing;
  const cpm = (tag.rateModel === 'dynamic' ? cpmFromPricing(pricing) : null) ?? tag.rate;
  return offerTag(state, contender, { cpm, ad }, traits);
}

function mediumIn({ medium }: AdTraits): { medium?: 'video' | 'audio' } {
  return medium === null ? {} : { medium };
}

/** VAST error code of an ad in a category that a wrapper blocks (VAST 4.3, 2.3.6.3). */
const blockedCategory = 205;

/** Makes the offer of a bid at the price terms of its ad. */
function offerBid(
  state: AuctionState,
  contender: Contender,
  bid: ValidBid,
  ad: WinningAd,
  traits: AdTraits,
): Failure | null {
  const priced = priceByAd(state, contender.candidate, bid, traits);
  if ('kind' in priced) return priced;
  recordOffer(state, contender, offerOf(contender, priced, ad));
  return null;
}

/** Makes the offer of a tag at its CPM. */
function offerTag(
  state: AuctionState,
  contender: Contender,
  { cpm, ad }: { cpm: Nanos; ad: WinningAd },
  traits: AdTraits,
): Failure | null {
  const failure = tagPriceFailure(state, contender.candidate, cpm, traits);
  if (failure) return failure;
  recordOffer(state, contender, { cpm, ad, bid: null });
  return null;
}

function unreportedFailure(reason: CandidateReason): Failure {
  return { kind: 'failure', reason, code: null };
}

/** The reason why an inline ad may not be shown; null when it may. Its creative is read only when a rule needs it. */
function rejection({ setting }: AuctionState, { candidate }: Contender, ad: InlineAd): CandidateReason | null {
  const { quality, cutoffs } = setting.plan;
  const { creativeRules } = candidate;
  if (!quality && !cutoffs && creativeRules.length === 0) return null;
  const { ids, durationS, adomains } = setting.creativeOf(ad);
  if (cutoffs && isCutOff(cutoffs, { domains: adomains, crids: ids })) return 'cut_off';
  const refused = creativeReason(creativeRules, ids);
  if (refused || !quality) return refused;
  return qualityReason(quality, { durationS, adomains, categories: ad.categories.map(({ code }) => code) });
}
