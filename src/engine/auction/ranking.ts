import type { Nanos } from '#model/index.ts';
import type { Candidate } from '../plan/plan.ts';
import { afterMargin, beforeMargin } from '../pricing.ts';
import { inlineAdOf } from './inlineAdOf.ts';
import { seededRank } from './seededRank.ts';
import { offeredImp } from './offeredImp.ts';
import { podMismatch, secondsLeft, type PodMismatch, type PodAd } from './pod.ts';
import type { AuctionSetting, AuctionState, Contender, Offer, ValidBid } from './types.ts';

/** A candidate's rank among equal prices: the smaller one wins. */
function tieBreakerOf({ setting, positions }: AuctionState, candidate: Candidate): number {
  return positions?.get(candidate) ?? seededRank(setting.seed, candidate.tag.id, candidate.weight);
}

/**
 * The minimum CPM that a candidate must pay for this imp. The dynamic floor applies only to candidates whose prices can
 * follow it.
 */
export function floorFor(setting: Pick<AuctionSetting, 'floor' | 'dynamicFloor'>, candidate: Candidate): Nanos {
  const { floor, dynamicFloor = 0 } = setting;
  const requiredFloor = Math.max(floor, candidate.followsFloor ? dynamicFloor : 0);
  return Math.max(candidate.floor, beforeMargin(requiredFloor, candidate.marginBasisPoints));
}

type Terms = Pick<Offer, 'cpm' | 'bid'>;

/** Whether a candidate wins against another: deals first where the channel prefers them, then price, then the draw. */
function outranks(state: AuctionState, candidate: Candidate, own: Terms, rival: Candidate, theirs: Terms): boolean {
  if (state.setting.plan.areDealsFirst) {
    const hasDeal = own.bid?.deal != null;
    if (hasDeal !== (theirs.bid?.deal != null)) return hasDeal;
  }
  if (own.cpm !== theirs.cpm) return own.cpm > theirs.cpm;
  return tieBreakerOf(state, candidate) < tieBreakerOf(state, rival);
}

/** Whether a candidate wins against the best offer so far. */
function beats(state: AuctionState, candidate: Candidate, offer: Terms): boolean {
  const { best } = state;
  return !best || outranks(state, candidate, offer, best.contender.candidate, best);
}

/** Whether a candidate without an offer could still win the tier, or a place in its pod. */
export function canBeatBest(state: AuctionState, contender: Contender): boolean {
  const { best, pod } = state;
  if (pod) return canJoin(state, contender);
  return !best || canOutrank(state, contender, best.contender.candidate, best);
}

function canOutrank(state: AuctionState, { candidate, status }: Contender, rival: Candidate, theirs: Terms): boolean {
  const { setting } = state;
  const { tag } = candidate;
  if (status.kind === 'calling' && status.bid) {
    const cpm = afterMargin(status.bid.worth, candidate.marginBasisPoints);
    return outranks(state, candidate, { cpm, bid: status.bid }, rival, theirs);
  }
  if (tag.bidder) return canOutbid(state, candidate, theirs);
  if (setting.plan.areDealsFirst && theirs.bid?.deal) return false;
  const isPriceOpen = tag.rateModel === 'dynamic' && !(tag.source === 'url' && tag.handling === 'wrap');
  return isPriceOpen || outranks(state, candidate, { cpm: tag.rate, bid: null }, rival, theirs);
}

/** All that is known of a bid in advance is whether it can be under a deal. */
function canOutbid({ setting }: AuctionState, candidate: Candidate, theirs: Terms): boolean {
  if (!setting.plan.areDealsFirst || !theirs.bid?.deal) return true;
  return (offeredImp(setting, candidate).pmp?.deals?.length ?? 0) > 0;
}

/** Whether the ads that a contender cannot outrank leave room in the pod. */
function canJoin(state: AuctionState, contender: Contender): boolean {
  const { pod } = state;
  if (!pod) return false;
  const ahead = pod.sold.map(({ podAd }) => podAd);
  for (const { candidate, status } of pod.placed) {
    if (status.kind !== 'usable' || canOutrank(state, contender, candidate, status.offer)) continue;
    if (status.offer.podAd) ahead.push(status.offer.podAd);
  }
  return ahead.length < pod.terms.slots && secondsLeft(pod.terms, ahead) > 0;
}

/** The offer of a bid, net of the candidate's margin. `ad` is null while its markup has not been fetched. */
export function offerOf({ candidate }: Contender, bid: ValidBid, ad: Offer['ad']): Offer {
  return { cpm: afterMargin(bid.worth, candidate.marginBasisPoints), ad, bid };
}

/** Records the offer of a contender and updates the best offer or the pod. */
export function recordOffer(state: AuctionState, contender: Contender, offer: Offer): void {
  if (state.pod) {
    const podAd = podAdOf(state.setting, contender.candidate, offer);
    contender.status = { kind: 'usable', offer: { ...offer, podAd } };
    return findBest(state);
  }
  contender.status = { kind: 'usable', offer };
  if (beats(state, contender.candidate, offer)) state.best = { ...offer, contender };
}

/** Recomputes the best offer, or the ads placed in the pod, after a change. */
export function findBest(state: AuctionState): void {
  if (state.pod) {
    state.pod = { ...state.pod, placed: arrangePod(state).placed };
    return;
  }
  state.best = null;
  for (const contender of state.contenders) {
    const { status, candidate } = contender;
    if (status.kind === 'usable' && beats(state, candidate, status.offer)) state.best = { ...status.offer, contender };
  }
}

/** Whether no more offers are needed: there is a winner, or the pod is full. */
export function isSettled({ best, pod }: AuctionState): boolean {
  if (!pod) return best !== null;
  const placed = pod.placed.flatMap(({ status }) => (status.kind === 'usable' ? (status.offer.podAd ?? []) : []));
  const ads = [...pod.sold.map(({ podAd }) => podAd), ...placed];
  return ads.length >= pod.terms.slots || secondsLeft(pod.terms, ads) <= 0;
}

/** Places offers in the pod, best first. Returns the placed contenders, and why the others have no place. */
export function arrangePod(state: AuctionState): { placed: Contender[]; mismatches: Map<Contender, PodMismatch> } {
  const placed: Contender[] = [];
  const mismatches = new Map<Contender, PodMismatch>();
  const { pod } = state;
  if (!pod) return { placed, mismatches };
  const ads = pod.sold.map(({ podAd }) => podAd);
  for (const contender of inOrderOfRank(state)) {
    const podAd = contender.status.kind === 'usable' ? contender.status.offer.podAd : undefined;
    const mismatch = podAd ? podMismatch(pod.terms, podAd, ads, pod.taken) : null;
    if (mismatch) mismatches.set(contender, mismatch);
    else if (podAd) {
      placed.push(contender);
      ads.push(podAd);
    }
  }
  return { placed, mismatches };
}

/** Contenders with an offer, best first; among equals, the one called first. */
function inOrderOfRank(state: AuctionState): Contender[] {
  const usable = state.contenders.flatMap((contender) =>
    contender.status.kind === 'usable' ? [{ contender, offer: contender.status.offer }] : [],
  );
  usable.sort((a, b) => {
    if (outranks(state, a.contender.candidate, a.offer, b.contender.candidate, b.offer)) return -1;
    return outranks(state, b.contender.candidate, b.offer, a.contender.candidate, a.offer) ? 1 : 0;
  });
  return usable.map(({ contender }) => contender);
}

/** The properties of an offer that decide whether it fits a pod, read from its ad and its bid. */
function podAdOf(
  { creativeOf, readStored, adsLeft }: AuctionSetting,
  candidate: Candidate,
  { ad, bid }: Pick<Offer, 'ad' | 'bid'>,
): PodAd {
  const { tag } = candidate;
  const { crid, dur = 0, adomain = [], cat = [], slotinpod = 0 } = bid?.bid ?? {};
  const inline = ad && inlineAdOf(ad, tag, readStored);
  const identity = inline && creativeOf(inline);
  const declared = adomain.map((domain) => domain.toLowerCase().replace(/^www\./, ''));
  return {
    tagId: tag.id,
    adsLeft: adsLeft?.(candidate) ?? Infinity,
    durationS: identity?.durationS || dur,
    // A creative ID is unique only within its bidder.
    creatives: [...(identity ? [identity.key] : []), ...(crid ? [`${tag.id} ${crid}`] : [])],
    adomains: [...(identity?.adomains ?? []), ...declared],
    categories: [...(inline?.categories ?? []).map(({ code }) => code), ...cat],
    slotInPod: slotinpod,
  };
}
