import { explainBid } from '#engine/bidderTest/explainBid.ts';
import { bidRequestsOf, outcomeOfBids } from '#engine/bidderTest/outcomeOfBids.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { responseLimits } from '#engine/auction/responseLimits.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { BidderTestOrder, BidderTestRecord, TestedBidRecord } from '#model/demand/bidderTest.ts';
import { readBidResponse, type DroppedBid } from '#standards/openrtb/bid/readBidResponse.ts';
import { reasonOfFault } from '#engine/auction/reasonOfFault.ts';
import type { Bid, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import { bidCalls } from '../imp/bidCalls.ts';
import { callContext } from '../imp/callContext.ts';
import { openImpContext } from '../imp/impContext.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { postTest, sentOf } from './postTest.ts';
import { settingOfTest, signalsOfTest } from './settingOfTest.ts';

const nothing: Omit<BidderTestRecord, 'notCalled'> = {
  sent: null,
  received: null,
  invalid: null,
  nbr: null,
  bids: [],
  winner: null,
  outcome: null,
};

/**
 * Sends one bid request to the bidder of a plan, as an auction would, and checks its response as the auction does. Nothing
 * is recorded, counted or notified, and no URL of the response is called.
 */
export async function testBidder(
  deps: ServingDeps,
  plan: ChannelPlan,
  order: BidderTestOrder,
): Promise<BidderTestRecord> {
  const impContext = openImpContext({ ...deps, traceShare: 0 }, plan, signalsOfTest(plan, order), 'vast');
  const setting = settingOfTest(deps, impContext, plan, order.mediaType);
  const now = deps.now();
  const requests = bidRequestsOf(setting, now);
  const [first] = 'calls' in requests ? requests.calls : [];
  if (!('calls' in requests) || !first) {
    return { ...nothing, notCalled: 'reason' in requests ? requests.reason : 'inactive' };
  }
  const call = bidCalls(deps, [setting], callContext(deps, impContext))(requests.calls);
  const timeoutMs = first.deadline - now;
  const { received, text } = await postTest(deps.bids, call);
  const known = { ...nothing, notCalled: null, sent: sentOf(call, first.candidate.tag, timeoutMs), received };
  if (text === null) return { ...known, outcome: { kind: 'unsold', reason: received.failure ?? 'conn_error' } };
  const checked = checkResponse(setting, first, now, text);
  // An auction would not have waited for it.
  if (received.ms > timeoutMs) return { ...known, ...checked, outcome: { kind: 'unsold', reason: 'timeout' } };
  return { ...known, ...checked };
}

type CheckedResponse = Pick<BidderTestRecord, 'invalid' | 'nbr' | 'bids' | 'winner' | 'outcome'>;

function checkResponse(setting: AuctionSetting, call: ImpRequest, now: number, text: string): CheckedResponse {
  const { bids: maxBids } = responseLimits([call], () => setting);
  const read = readBidResponse(text, setting.offered().request.id, maxBids);
  const none = { invalid: null, nbr: null, bids: [], winner: null };
  if (read.kind === 'invalid') {
    return { ...none, invalid: read.fault, outcome: { kind: 'unsold', reason: 'invalid_bid' } };
  }
  if (read.kind === 'no_bid') return { ...none, nbr: read.nbr, outcome: { kind: 'unsold', reason: 'empty' } };
  const { cur: currency, seatbid: seats } = read.response;
  const offered = seats.flatMap((seat) => seat.bid.map((bid) => ({ bid, seat })));
  const { bid: winning, ...outcome } = outcomeOfBids(setting, now, { currency, seats });
  const winner = offered.findIndex(({ bid }) => bid === winning);
  return {
    ...none,
    bids: [
      ...offered.map(({ bid, seat }): TestedBidRecord => recordOf(setting, call, now, { bid, seat, currency })),
      ...read.droppedBids.map((dropped) => droppedRecord(dropped, currency)),
    ],
    winner: winner === -1 ? null : winner,
    outcome,
  };
}

function recordOf(
  setting: AuctionSetting,
  { candidate }: ImpRequest,
  now: number,
  { bid, seat, currency }: { bid: Bid; seat: SeatBid; currency: string },
): TestedBidRecord {
  const { seat: name = '', group, bid: all } = seat;
  const explained = explainBid(setting, candidate, { bid, seat: name }, currency);
  const { parts } = explained;
  const shown = { bid: bid as unknown as TestedBidRecord['bid'], seat: name, currency, ...explained };
  if (group === 1 && all.length > 1) {
    const reason = reasonOfFault.group_fallen;
    const shape = { part: 'shape', reason, fault: 'group_fallen' } as const;
    return { ...shown, parts: [shape, ...parts], outcome: { kind: 'unsold', reason } };
  }
  const alone = { currency, seats: [{ ...seat, bid: [bid] }] };
  const { bid: _same, ...outcome } = outcomeOfBids(setting, now, alone);
  const isRight = parts.every(({ reason }) => reason === null);
  // With all fields right, only the ad can be wrong.
  if (isRight && outcome.kind !== 'open') {
    const reason = outcome.kind === 'unsold' ? outcome.reason : null;
    parts.push({ part: 'ad', reason, fault: reason });
  }
  return { ...shown, parts: [{ part: 'shape', reason: null, fault: null }, ...parts], outcome };
}

function droppedRecord({ seat = '', id, impid, fault }: DroppedBid, currency: string): TestedBidRecord {
  const reason = reasonOfFault[fault];
  return {
    bid: { ...(id === undefined ? {} : { id }), ...(impid === undefined ? {} : { impid }) },
    seat,
    currency,
    mediaType: null,
    cpm: null,
    floor: null,
    parts: [{ part: 'shape', reason, fault }],
    outcome: { kind: 'unsold', reason },
  };
}
