import type { TraceBody, TraceCall } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/responseTypes.ts';
import { campaignsId } from '../plan/buyer.ts';
import type { OwnBid } from '../buying/ownBids.ts';
import { replayRequest, type RequestReplaySetting } from '../whatif/replayRequest.ts';
import type { ReachContext, TracedRequest } from './tracedBidsSetting.ts';
import { planFor } from './campaignVerdict.ts';

/** What came of a bid: 'lost', what its impressions are charged for in nano-USD CPM, or null where that cannot be told. */
export type ReplayedBid = { charged: number } | 'lost' | null;

/** Holds the auction of a request again, against the bids of then, with a campaign's bid in place of what it bid then. */
export function replayWithBid(
  request: TracedRequest,
  own: OwnBid,
  context: ReachContext,
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

/** A call of own campaigns as if a campaign had made this bid. One whose answer is not kept whole stays as it is. */
function withBid(call: TraceCall, { bid, campaignId }: OwnBid): TraceCall {
  if (call.isCut) return call;
  const recorded = call.text === '' ? {} : (JSON.parse(call.text) as Partial<BidResponse>);
  const others = (recorded.seatbid ?? []).flatMap((seat) => seat.bid).filter(({ cid }) => cid !== String(campaignId));
  const own = { ...bid, id: `own ${campaignId}` };
  const answer = { id: recorded.id ?? '', cur: 'USD', seatbid: [{ bid: [own, ...others] }] };
  return { ...call, outcome: 'answered', endedMs: call.endedMs ?? call.startedMs, text: JSON.stringify(answer) };
}
