import type { Nanos } from '#model/index.ts';
import type { Candidate } from '../plan.ts';
import { drawLot } from './draw.ts';
import type { AuctionState, Contender, Offer } from './types.ts';

/** A candidate's lot in the draw between equal prices. */
export function lotOf(state: AuctionState, { tag, weight }: Candidate): number {
  return drawLot(state.setting.seed, tag.id, weight);
}

/** The least CPM that a candidate must pay for this impression. */
export function floorOf({ setting }: AuctionState, candidate: Candidate): Nanos {
  return Math.max(candidate.floor, setting.floor);
}

/** Whether a candidate wins against the best so far: deals first where the channel says so, then price, then the draw. */
export function beats(state: AuctionState, candidate: Candidate, { cpm, bid }: Pick<Offer, 'cpm' | 'bid'>): boolean {
  const { best } = state;
  if (!best) return true;
  if (state.setting.plan.areDealsFirst) {
    const hasDeal = bid?.deal != null;
    if (hasDeal !== (best.bid?.deal != null)) return hasDeal;
  }
  if (cpm !== best.cpm) return cpm > best.cpm;
  return lotOf(state, candidate) < lotOf(state, best.contender.candidate);
}

/** Whether a candidate that has not offered yet could still win the tier. */
export function canBeatBest(state: AuctionState, { candidate, status }: Contender): boolean {
  const { best, setting } = state;
  if (!best) return true;
  const { tag } = candidate;
  if (status.kind === 'calling' && status.bid)
    return beats(state, candidate, { cpm: status.bid.worth, bid: status.bid });
  if (tag.bidder) return canOutbid(state);
  if (setting.plan.areDealsFirst && best.bid?.deal) return false;
  const isPriceOpen = tag.rateModel === 'dynamic' && !(tag.source === 'url' && tag.handling === 'wrap');
  return isPriceOpen || beats(state, candidate, { cpm: tag.rate, bid: null });
}

/** Nothing is known of a bid before it comes but whether it can be under a deal. */
function canOutbid({ best, setting }: AuctionState): boolean {
  if (!setting.plan.areDealsFirst || !best?.bid?.deal) return true;
  return (setting.offered().imp.pmp?.deals?.length ?? 0) > 0;
}

/** Takes an offer of a contender into the standings. */
export function stand(state: AuctionState, contender: Contender, offer: Offer): void {
  contender.status = { kind: 'usable', offer };
  if (beats(state, contender.candidate, offer)) state.best = { ...offer, contender };
}

/** Finds the best offer anew, after the one that was has gone. */
export function findBest(state: AuctionState): void {
  state.best = null;
  for (const contender of state.contenders) {
    const { status, candidate } = contender;
    if (status.kind === 'usable' && beats(state, candidate, status.offer)) state.best = { ...status.offer, contender };
  }
}
