import type { TraceBody, TraceCall } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { campaignsId } from '../plan/buyer.ts';
import type { OwnBid } from '../buying/ownBids.ts';
import { replayRequest, type RequestReplaySetting } from '../whatif/replayRequest.ts';
import type { EvaluationContext, TracedRequest } from './tracedBidsSetting.ts';
import { planFor } from './campaignVerdict.ts';

/** The result of a replayed bid: the charged CPM in nano-USD, 'lost', or null where it cannot be determined. */
export type ReplayedBid = { charged: number } | 'lost' | null;

/** Replays the auction of a request against its recorded bids, with a campaign's bid in place of its recorded one. */
export function replayWithBid(
  request: TracedRequest,
  own: OwnBid,
  context: EvaluationContext,
  setting: Omit<RequestReplaySetting, 'locate'>,
): ReplayedBid {
  const plan = planFor(request, context);
  const { auction } = request.body;
  if (!plan || !auction) return null;
  const calls = auction.calls.map((call) => (isOwn(call) ? withBid(call, own) : call));
  const body: TraceBody = { ...request.body, auction: { ...auction, calls } };
  const replayed = replayRequest(
    { ...request, body },
    context.snapshot,
    plan,
    { ...setting, locate: context.locate },
    null,
  );
  if (!replayed) return null;
  const ad = replayed.outcome.ads.find(({ campaignId }) => campaignId === own.campaignId);
  return ad ? { charged: ad.cpm } : 'lost';
}

function isOwn({ kind, tagIds }: TraceCall): boolean {
  return kind === 'bids' && tagIds.includes(campaignsId);
}

/**
 * The recorded call of own campaigns with this bid in place of the campaign's own. A call whose response is not
 * recorded in full stays unchanged.
 */
function withBid(call: TraceCall, { bid, campaignId }: OwnBid): TraceCall {
  if (call.isCut) return call;
  const recorded = call.text === '' ? {} : (JSON.parse(call.text) as Partial<BidResponse>);
  const others = (recorded.seatbid ?? []).flatMap((seat) => seat.bid).filter(({ cid }) => cid !== String(campaignId));
  const own = { ...bid, id: `own ${campaignId}` };
  const answer = { id: recorded.id ?? '', cur: 'USD', seatbid: [{ bid: [own, ...others] }] };
  return { ...call, outcome: 'answered', endedMs: call.endedMs ?? call.startedMs, text: JSON.stringify(answer) };
}
