import type { CandidateReason } from '#model/index.ts';
import { addContender, callingStatus, failContender, reportFailure, startCall } from './contenders.ts';
import { applyVastResponse, type Failure } from './applyVastResponse.ts';
import type { ChainFailure } from './callFailure.ts';
import { lostBid } from './lostBid.ts';
import { findBest, offerOf, recordOffer } from './ranking.ts';
import { reasonOfFault } from './reasonOfFault.ts';
import { rejectContender } from './rejectContender.ts';
import { bestBids, uncappedBids } from './shownCampaigns.ts';
import type { AuctionState, CallResult, Contender, Effect, FallbackAd, ValidBid } from './types.ts';
import { markupFault, validateBids } from './validateBids.ts';
import {
  isReplaceable,
  MAX_SUBSTITUTES,
  readVastResponse,
  type AdResponse,
  type VastResponse,
} from './vastResponse.ts';

/** Maximum bids per bidder considered for one pod. */
const maxBids = 30;

/** Applies the result of a call to its contender. */
export function handleCallResult(
  state: AuctionState,
  contender: Contender,
  result: CallResult,
  now: number,
  effects: Effect[],
): void {
  const { status } = contender;
  if (!result.ok) return failCall(state, contender, result.reason, now, effects);
  if (status.kind === 'requesting') {
    if ('bids' in result) handleBids(state, contender, result, now, effects);
    return;
  }
  if (status.kind !== 'calling' || !('text' in result)) return;
  const { bid, wrappers } = status;
  if (bid && bid.bid.adm === undefined && wrappers.length === 0) {
    const fault = markupFault(state, contender.candidate, bid, result.text);
    if (fault) return failContender(state, contender, reasonOfFault[fault], effects, { loss: fault });
    if (!hasVast(bid)) {
      const ad = { kind: 'markup', mediaType: bid.mediaType, markup: result.text } as const;
      return recordOffer(state, contender, offerOf(contender, bid, ad));
    }
  }
  handleVast(state, contender, result.text, now, effects);
}

/** Handles the VAST response of a tag, a wrapper's next hop or a win notice. */
function handleVast(state: AuctionState, contender: Contender, text: string, now: number, effects: Effect[]): void {
  handleAds(state, contender, readVast(state, contender, text), now, effects);
}

/** Parses VAST that a contender returned. */
export function readVast({ setting }: AuctionState, { candidate }: Contender, text: string): VastResponse {
  return setting.readText ? setting.readText(text, candidate.tag) : readVastResponse(text);
}

/**
 * Applies every ad of a response that there is room for: the first for the contender, the others as further contenders.
 */
export function handleAds(
  state: AuctionState,
  contender: Contender,
  response: VastResponse,
  now: number,
  effects: Effect[],
): void {
  const ads = adsFor(state, contender, response);
  const substitutes = substitutesFor(contender, response, ads);
  const parts = ads.map((_, index) => (index === 0 ? contender : addContender(state, contender)));
  ads.forEach((ad, index) => handleAd(state, parts[index] ?? contender, ad, substitutes, now, effects));
}

/**
 * The stand-alone ads of a response, up to `MAX_SUBSTITUTES`, that may replace `ads`, which are played of it: an "ad
 * buffet" (VAST 4.3, 3.3.1). A wrapper with `allowMultipleAds="false"` (3.19) allows no ad but the first.
 */
function substitutesFor({ status }: Contender, response: VastResponse, ads: readonly VastResponse[]): AdResponse[] {
  if (response.kind !== 'inline' && response.kind !== 'wrapper') return [];
  if (status.kind === 'calling' && status.wrappers.some(({ allowMultipleAds }) => !allowMultipleAds)) return [];
  const isInPod = response.ad.sequence !== undefined;
  const first = isInPod || ads.includes(response) ? [] : [response];
  return [...first, ...(response.others ?? [])].slice(0, MAX_SUBSTITUTES);
}

/** Applies an ad; where it fails at once, the first substitute that does not takes its place. */
function handleAd(
  state: AuctionState,
  contender: Contender,
  ad: VastResponse,
  substitutes: AdResponse[],
  now: number,
  effects: Effect[],
): void {
  const outcome = applyVastResponse(state, contender, ad);
  if (outcome === null) return;
  if (outcome.kind === 'next' && outcome.deadline > now) {
    const own = isReplaceable(ad) ? fallbacksFrom(substitutes.splice(0), contender) : [];
    return startCall(state, contender, { ...outcome, fallbacks: [...own, ...outcome.fallbacks] }, effects);
  }
  const failure: Failure = outcome.kind === 'next' ? { kind: 'failure', reason: 'timeout' } : outcome;
  const next = isReplaceable(ad) ? substitutes.shift() : undefined;
  if (!next) return failCall(state, contender, failure.reason, now, effects, failure);
  reportFailure(state, contender, failure.reason, effects, failure);
  handleAd(state, contender, next, substitutes, now, effects);
}

function fallbacksFrom(ads: readonly AdResponse[], { status }: Contender): FallbackAd[] {
  const wrappers = status.kind === 'calling' ? status.wrappers : [];
  return ads.map((ad) => ({ ad, wrappers }));
}

/**
 * Fails the call or the ad of a contender. A stand-alone ad beside a wrapper of its chain takes its place where the
 * wrapper allows that (VAST 4.3, 3.19: fallbackOnNoAd).
 */
export function failCall(
  state: AuctionState,
  contender: Contender,
  reason: ChainFailure | CandidateReason,
  now: number,
  effects: Effect[],
  of: Pick<Failure, 'code' | 'errors' | 'loss'> = {},
): void {
  const { status } = contender;
  const [next, ...fallbacks] = (status.kind === 'calling' && status.fallbacks) || [];
  if (status.kind !== 'calling' || !next) return failContender(state, contender, reason, effects, of);
  reportFailure(state, contender, reason, effects, of);
  contender.status = { ...status, wrappers: next.wrappers, fallbacks };
  handleAds(state, contender, next.ad, now, effects);
}

/** The ads of a response that may be shown: all ads of a pod, unless a bid or a wrapper allows only one. */
export function adsFor({ pod }: AuctionState, { status }: Contender, vast: VastResponse): readonly VastResponse[] {
  if (!pod || pod.terms.slots === 1 || !('pod' in vast) || !vast.pod) return [vast];
  if (status.kind !== 'calling') return vast.pod;
  const isForOne = status.bid !== null || status.wrappers.some(({ allowMultipleAds }) => !allowMultipleAds);
  return isForOne ? [vast] : vast.pod;
}

/** Applies the bids of one bidder for this imp; each valid bid becomes a contender. */
function handleBids(
  state: AuctionState,
  contender: Contender,
  received: Extract<CallResult, { bids: unknown }>,
  now: number,
  effects: Effect[],
): void {
  const { candidate } = contender;
  const { valid, refused, reason } = validateBids(state, candidate, received);
  state.lost.push(...refused);
  const left = uncappedBids(state, valid);
  const [best] = left;
  if (!best) return rejectContender(state, contender, valid.length > 0 ? 'frequency' : (reason ?? 'empty'));
  const offered = state.pod ? left.slice(0, maxBids) : bestBids(left);
  for (const bid of left.slice(offered.length)) {
    state.lost.push(lostBid(bid, bid.currency, best.deal && !bid.deal ? 'outbid_by_deal' : 'outbid'));
  }
  const parts = offered.map((_, index) => (index === 0 ? contender : addContender(state, contender)));
  offered.forEach((bid, index) => handleBid(state, parts[index] ?? contender, bid, now, effects));
}

/** Records a bid as an offer. VAST is read when the bid is about to win, or at once where it may need further calls. */
function handleBid(state: AuctionState, contender: Contender, bid: ValidBid, now: number, effects: Effect[]): void {
  const { adm } = bid.bid;
  if (adm !== undefined && !hasVast(bid)) {
    const ad = { kind: 'markup', mediaType: bid.mediaType, markup: adm } as const;
    return recordOffer(state, contender, offerOf(contender, bid, ad));
  }
  recordOffer(state, contender, offerOf(contender, bid, null));
  if (mayNeedCalls(contender, bid) && isLeading(state, contender)) readMarkup(state, contender, now, effects);
}

/** A wrapper, under any prefix. */
const wrapper = /\bWrapper[\s>]/;

function mayNeedCalls({ candidate }: Contender, { bid }: ValidBid): boolean {
  return candidate.tag.handling === 'unwrap' && bid.adm !== undefined && wrapper.test(bid.adm);
}

function isLeading({ best, pod }: AuctionState, contender: Contender): boolean {
  return pod ? pod.placed.includes(contender) : best?.contender === contender;
}

/** Whether a bid's markup is VAST. */
export function hasVast({ mediaType }: ValidBid): boolean {
  return mediaType === 'video' || mediaType === 'audio';
}

/** Reads the VAST of a bid as the first response of a chain. */
export function readMarkup(state: AuctionState, contender: Contender, now: number, effects: Effect[]): void {
  const { status, candidate } = contender;
  const bid = status.kind === 'usable' ? status.offer.bid : null;
  if (bid?.bid.adm === undefined) return;
  contender.status = callingStatus(Math.min(now + candidate.tag.timeoutMs, state.deadline), bid);
  handleVast(state, contender, bid.bid.adm, now, effects);
  findBest(state);
}
