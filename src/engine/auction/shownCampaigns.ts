import type { Candidate } from '../plan.ts';
import { drop } from './drop.ts';
import { ownAdOf } from './ownBid.ts';
import { findBest } from './standing.ts';
import type { AuctionState, Decision, Effect, Sale, ValidBid } from './types.ts';

const none: readonly number[] = [];

/** Own campaigns near a frequency cap that an impression is sold with, be it in tiers that are over; one for each ad. */
export function shownCampaigns({ pod }: AuctionState, decision: Decision | null): readonly number[] {
  if (pod) return pod.sold.length === 0 ? none : pod.sold.flatMap(cappedCampaign);
  return decision?.kind === 'filled' ? cappedCampaign(decision) : none;
}

function cappedCampaign({ winner, won }: Sale): readonly number[] {
  const own = ownAdOf(winner, won?.bid ?? null);
  return own?.adsLeft === undefined ? none : [own.campaignId];
}

/** Takes what other impressions of the request are sold with: bids of campaigns that the viewer then sees enough of are out. */
export function takeShown(state: AuctionState, shown: readonly number[], effects: Effect[]): void {
  state.shown = shown;
  let isBestOut = false;
  for (const contender of state.contenders) {
    const { status, candidate } = contender;
    const bid = status.kind === 'usable' ? status.offer.bid : status.kind === 'calling' ? status.bid : null;
    if (!isShownEnough(state, candidate, bid)) continue;
    if (status.kind === 'calling') effects.push({ kind: 'cancel', callId: status.callId });
    drop(state, contender, 'frequency');
    isBestOut ||= state.best?.contender === contender;
  }
  if (isBestOut) findBest(state);
}

/** The bids whose campaign the viewer may see another ad of, beside what the other impressions are sold with. */
export function bidsLeft(state: AuctionState, candidate: Candidate, bids: readonly ValidBid[]): readonly ValidBid[] {
  return state.shown.length === 0 ? bids : bids.filter((bid) => !isShownEnough(state, candidate, bid));
}

/** Of bids, best first, those that may have to stand for an impression: the best, and what follows if that falls to a cap. */
export function bestBids(candidate: Candidate, bids: readonly ValidBid[]): readonly ValidBid[] {
  const firm = bids.findIndex((bid) => ownAdOf(candidate, bid)?.adsLeft === undefined);
  return firm === -1 ? bids : bids.slice(0, firm + 1);
}

function isShownEnough({ shown }: AuctionState, candidate: Candidate, bid: ValidBid | null): boolean {
  const own = ownAdOf(candidate, bid);
  if (own?.adsLeft === undefined) return false;
  return shown.filter((campaignId) => campaignId === own.campaignId).length >= own.adsLeft;
}
