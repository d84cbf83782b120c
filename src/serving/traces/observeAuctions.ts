import { slotOfCall, type RequestInput } from '#engine/auction/auctions.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import { impIdsFor } from '#engine/auction/composeBidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { AuctionObserver } from '../imp/runAuctions.ts';
import type { AuctionTrace, BidIds } from './auctionTrace.ts';

/** An auction of a request and its trace; null when it is not traced. */
interface TracedAuction {
  setting: AuctionSetting;
  trace: AuctionTrace | null;
}

/**
 * Creates an observer that passes events to the traces of a request's auctions, in the order of its imps. Returns null
 * when none is traced.
 */
export function observeAuctions(auctions: readonly TracedAuction[]): AuctionObserver | null {
  const traced = auctions.flatMap(({ trace }, slot) => (trace ? [{ trace, slot }] : []));
  if (traced.length === 0) return null;
  return {
    onStart(now) {
      for (const { trace } of traced) trace.onStart(now);
    },
    onTagCall: (call) => auctions[slotOfCall(call.callId)]?.trace?.onTagCall(call),
    onBidRequest(calls, url) {
      for (const { trace, slot } of traced) {
        const own = calls.filter((call) => call.slot === slot);
        if (own.length === 0) continue;
        trace.setBidIds(bidIdsOf(auctions, calls, slot));
        trace.onBidRequest(own, url);
      }
    },
    onInput(input) {
      for (const { trace, slot } of traced) {
        const own = inputFor(input, slot);
        if (own) trace.onInput(own);
      }
    },
    onEnd(now) {
      for (const { trace } of traced) trace.onEnd(now);
    },
  };
}

function inputFor(input: RequestInput, slot: number): RequestInput | null {
  if (input.kind === 'clock') return input;
  if (input.kind === 'reply') return slotOfCall(input.callId) === slot ? input : null;
  const calls = input.impRequests.filter((call) => call.slot === slot);
  return calls.length === 0 ? null : { ...input, impRequests: calls };
}

function bidIdsOf(auctions: readonly TracedAuction[], calls: readonly ImpRequest[], slot: number): BidIds {
  const idsOf = (call: ImpRequest) => {
    const { bidder } = call.candidate.tag;
    const setting = auctions[call.slot]?.setting;
    return bidder && setting ? impIdsFor(setting, bidder) : [];
  };
  const ids = (isOwn: boolean) => [...new Set(calls.filter((call) => (call.slot === slot) === isOwn).flatMap(idsOf))];
  return { own: ids(true), others: ids(false), takesUnknown: calls[0]?.slot === slot };
}
