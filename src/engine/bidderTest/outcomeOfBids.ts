import type { BidsOutcome } from '#model/demand/bidderTest.ts';
import type { Bid, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import type { ReceivedBids } from '#standards/openrtb/bid/readBidResponse.ts';
import { startAuctions, stepAuctions, type RequestEffect } from '../auction/auctions.ts';
import type { ImpRequest } from '../auction/impRequest.ts';
import type { AuctionSetting } from '../auction/types.ts';

/**
 * The bid requests with which an auction of one bidder starts; or the reason why the bidder is not called.
 */
export function bidRequestsOf(
  setting: AuctionSetting,
  now: number,
): { calls: readonly ImpRequest[] } | { reason: Extract<BidsOutcome, { kind: 'unsold' }>['reason'] } {
  const step = startAuctions([setting], now);
  const effect = step.effects.find(isBidRequest);
  if (effect) return { calls: effect.impRequests };
  const reason = step.decisions?.[0]?.outcomes[0]?.reason;
  return { reason: reason ?? 'inactive' };
}

function isBidRequest(effect: RequestEffect): effect is Extract<RequestEffect, { kind: 'bids' }> {
  return effect.kind === 'bids';
}

/**
 * Decides an auction of one bidder that responds with these bids at once. `bid` is the one that wins. Nothing else is
 * called: where the auction would fetch markup or a wrapper's ad, its outcome is open.
 */
export function outcomeOfBids(
  setting: AuctionSetting,
  now: number,
  { currency, seats }: { currency: string; seats: readonly SeatBid[] },
): BidsOutcome & { bid: Bid | null } {
  const step = startAuctions([setting], now);
  const effect = step.effects.find(isBidRequest);
  if (!effect) return { kind: 'unsold', reason: 'inactive', bid: null };
  const response: ReceivedBids = { id: setting.offered().request.id, cur: currency, seatbid: [...seats] };
  const { impRequests } = effect;
  const after = stepAuctions(step.state, { kind: 'bids', now, impRequests, reply: { ok: true, response } });
  const decision = after.decisions?.[0];
  if (!decision) {
    const call = after.effects.find((each) => each.kind === 'call');
    return { kind: 'open', needs: call && call.wrappers.length > 0 ? 'wrapper' : 'notice', bid: null };
  }
  if (decision.kind === 'filled') return { kind: 'sold', cpm: decision.cpm, bid: decision.won?.bid.bid ?? null };
  return { kind: 'unsold', reason: decision.outcomes[0]?.reason ?? 'empty', bid: null };
}
