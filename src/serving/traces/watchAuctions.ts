import { slotOfCall, type RequestInput } from '#engine/auction/auctions.ts';
import type { Ask } from '#engine/auction/ask.ts';
import { impIdsFor } from '#engine/auction/composeBidRequest.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { AuctionWatcher } from '../imp/runAuction.ts';
import type { AuctionTrace, BidIds } from './auctionTrace.ts';

/** An auction of a request, and what follows it; null where nobody asked. */
interface Watched {
  setting: AuctionSetting;
  trace: AuctionTrace | null;
}

/** Tells the traces of a request's auctions, in the order of its impressions, what happens to them; null without any. */
export function watchAuctions(auctions: readonly Watched[]): AuctionWatcher | null {
  const traced = auctions.flatMap(({ trace }, slot) => (trace ? [{ trace, slot }] : []));
  if (traced.length === 0) return null;
  return {
    began(now) {
      for (const { trace } of traced) trace.began(now);
    },
    called: (call) => auctions[slotOfCall(call.callId)]?.trace?.called(call),
    asked(asks, url) {
      for (const { trace, slot } of traced) {
        const own = asks.filter((ask) => ask.slot === slot);
        if (own.length === 0) continue;
        trace.standsBeside(bidIdsOf(auctions, asks, slot));
        trace.asked(own, url);
      }
    },
    took(input) {
      for (const { trace, slot } of traced) {
        const own = partFor(input, slot);
        if (own) trace.took(own);
      }
    },
    ended(now) {
      for (const { trace } of traced) trace.ended(now);
    },
  };
}

function partFor(input: RequestInput, slot: number): RequestInput | null {
  if (input.kind === 'clock') return input;
  if (input.kind === 'reply') return slotOfCall(input.callId) === slot ? input : null;
  const asks = input.asks.filter((ask) => ask.slot === slot);
  return asks.length === 0 ? null : { ...input, asks };
}

function bidIdsOf(auctions: readonly Watched[], asks: readonly Ask[], slot: number): BidIds {
  const idsOf = (ask: Ask) => {
    const { bidder } = ask.candidate.tag;
    const setting = auctions[ask.slot]?.setting;
    return bidder && setting ? impIdsFor(setting, bidder) : [];
  };
  const ids = (isOwn: boolean) => [...new Set(asks.filter((ask) => (ask.slot === slot) === isOwn).flatMap(idsOf))];
  return { own: ids(true), others: ids(false), takesUnknown: asks[0]?.slot === slot };
}
