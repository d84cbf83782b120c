import { rejectContender } from './rejectContender.ts';
import { findBest } from './ranking.ts';
import type { AuctionState, Decision, Effect, Sale, ValidBid } from './types.ts';

const none: readonly number[] = [];

/** The own campaigns near a frequency cap whose ads an imp sold, in all tiers so far; one entry per ad. */
export function shownCampaigns({ pod }: AuctionState, decision: Decision | null): readonly number[] {
  if (pod) return pod.sold.length === 0 ? none : pod.sold.flatMap(cappedCampaign);
  return decision?.kind === 'filled' ? cappedCampaign(decision) : none;
}

function cappedCampaign({ won }: Sale): readonly number[] {
  const own = won?.bid.own;
  return own?.adsLeft === undefined ? none : [own.campaignId];
}

/**
 * Records the campaigns sold by other imps of the request, and drops bids that would now exceed the viewer's frequency
 * cap.
 */
export function dropCappedCampaigns(state: AuctionState, shown: readonly number[], effects: Effect[]): void {
  state.shown = shown;
  let isBestOut = false;
  for (const contender of state.contenders) {
    const { status } = contender;
    const bid = status.kind === 'usable' ? status.offer.bid : status.kind === 'calling' ? status.bid : null;
    if (!isFrequencyCapped(state, bid)) continue;
    if (status.kind === 'calling') effects.push({ kind: 'cancel', callId: status.callId });
    rejectContender(state, contender, 'frequency');
    isBestOut ||= state.best?.contender === contender;
  }
  if (isBestOut) findBest(state);
}

/** The bids whose campaigns the viewer may see once more, after the ads sold by the other imps. */
export function uncappedBids(state: AuctionState, bids: readonly ValidBid[]): readonly ValidBid[] {
  return state.shown.length === 0 ? bids : bids.filter((bid) => !isFrequencyCapped(state, bid));
}

/** The bids, best first, that an imp may need: the best, and those that follow if a frequency cap removes it. */
export function bestBids(bids: readonly ValidBid[]): readonly ValidBid[] {
  const firm = bids.findIndex(({ own }) => own?.adsLeft === undefined);
  return firm === -1 ? bids : bids.slice(0, firm + 1);
}

function isFrequencyCapped({ shown }: AuctionState, bid: ValidBid | null): boolean {
  const own = bid?.own;
  if (own?.adsLeft === undefined) return false;
  return shown.filter((campaignId) => campaignId === own.campaignId).length >= own.adsLeft;
}
