import type { CandidateReason } from '#model/index.ts';
import { mergeChain } from '#standards/vast/mergeChain.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';
import { cpmFromPricing } from '../pricing.ts';
import { refusedQuality } from '../plan/quality.ts';
import { refusedCreative } from '../targeting/creativeRules.ts';
import type { Answer } from './answer.ts';
import { dropContender } from './dropContender.ts';
import { creativeIdsOf } from './validateBids.ts';
import { floorFor, offerOf, placeOffer } from './ranking.ts';
import type { AuctionState, Contender, Offer, ValidBid, WinningAd } from './types.ts';

/** Wrappers that a chain may have before its inline ad (VAST 4.3, standards 1.4). */
export const MAX_WRAPPERS = 5;

/** The next call of a chain. */
export interface NextHop {
  kind: 'next';
  url: string;
  urls: readonly string[];
  wrappers: readonly WrapperAd[];
  bid: ValidBid | null;
  deadline: number;
}

/** Why a candidate is out; `errors` are Error URLs beyond those of its chain. */
export interface Failure {
  kind: 'failure';
  reason: CandidateReason;
  code?: number;
  errors?: readonly string[];
}

/** Takes a VAST answer of a contender, or its tag as it is; null when that settled what it offers. */
export function applyAnswer(
  state: AuctionState,
  contender: Contender,
  answer: Answer | { kind: 'tag' },
): NextHop | Failure | null {
  const chain = contender.status.kind === 'calling' ? contender.status : null;
  const wrappers = chain?.wrappers ?? [];
  const { tag } = contender.candidate;
  switch (answer.kind) {
    case 'tag':
      return offer(state, contender, { cpm: tag.rate, ad: { kind: 'wrapper' }, bid: null });
    case 'invalid':
      return { kind: 'failure', reason: 'invalid_xml', code: answer.errorCode };
    case 'empty':
      return { kind: 'failure', reason: 'empty', errors: answer.errors };
    case 'wrapper': {
      // A wrapper that forbids further ones makes this response count as no ad.
      if (wrappers.some((wrapper) => !wrapper.followAdditionalWrappers)) return { kind: 'failure', reason: 'empty' };
      if (chain?.bid && wrappers.length === 0 && tag.handling === 'wrap') {
        // The player alone will see the creative: what the bidder calls it is all that is known.
        const refused = refusedCreative(contender.candidate.creativeRules, creativeIdsOf(chain.bid.bid));
        if (refused) return refuse(state, contender, refused);
        return offer(state, contender, offerOf(contender, chain.bid, { kind: 'passed', ad: answer.ad }));
      }
      const { vastAdTagUri: url, errors } = answer.ad;
      if (!chain || wrappers.length >= MAX_WRAPPERS || chain.urls.includes(url)) {
        return { kind: 'failure', reason: 'wrapper_limit', errors };
      }
      const { urls, deadline, bid } = chain;
      return { kind: 'next', url, urls, wrappers: [...wrappers, answer.ad], bid, deadline };
    }
    case 'inline':
      break;
  }
  if (!answer.isPlayable) return { kind: 'failure', reason: 'no_media', errors: answer.ad.errors };
  const refused = refusal(state, contender, answer.ad);
  if (refused) return refuse(state, contender, refused);
  const ad: WinningAd = chain
    ? { kind: 'merged', ad: mergeChain(wrappers, answer.ad), depth: wrappers.length }
    : { kind: 'stored' };
  const bid = chain?.bid ?? null;
  if (bid) return offer(state, contender, offerOf(contender, bid, ad));
  const pricing = [...wrappers, answer.ad].find((hop) => hop.pricing)?.pricing;
  const cpm = (tag.rateModel === 'dynamic' ? cpmFromPricing(pricing) : null) ?? tag.rate;
  return offer(state, contender, { cpm, ad, bid });
}

/** A bid has met its own floor, which may be that of a deal. */
function offer(state: AuctionState, contender: Contender, made: Offer): null {
  if (!made.bid && made.cpm < floorFor(state.setting, contender.candidate)) {
    return refuse(state, contender, 'below_floor');
  }
  placeOffer(state, contender, made);
  return null;
}

function refuse(state: AuctionState, contender: Contender, reason: CandidateReason): null {
  dropContender(state, contender, reason);
  return null;
}

/** Why an inline ad may not be shown; null when it may. Its creative is read only where something depends on it. */
function refusal({ setting }: AuctionState, { candidate }: Contender, ad: InlineAd): CandidateReason | null {
  const { quality } = setting.plan;
  const { creativeRules } = candidate;
  if (!quality && creativeRules.length === 0) return null;
  const { ids, durationS, adomains } = setting.creativeOf(ad);
  const refused = refusedCreative(creativeRules, ids);
  if (refused || !quality) return refused;
  return refusedQuality(quality, { durationS, adomains, categories: ad.categories.map(({ code }) => code) });
}
