import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { seededRandom } from '../seededRandom.ts';
import { bidOnImp } from './bidOnImp.ts';
import type { DemoBuyer } from './buyers.ts';

/** A buyer's response to a bid request, with its latency. */
export interface BuyerResponse {
  /** Latency in milliseconds. */
  delayMs: number;
  /** Null = 204: no bid without a reason. */
  response: BidResponse | null;
}

/** No-bid reasons of a buyer that gives them (OpenRTB list 5.24): 0 unknown, 500 and above vendor-specific. */
const noBidReasons = { unknown: 0, seat: 500, currency: 501 } as const;

/** Responds to a bid request. The same seed, buyer and request ID give the same response, whatever came before. */
export function respondToRequest(
  buyer: DemoBuyer,
  request: BidRequest,
  { version, base, seed }: { version: '2.5' | '2.6'; base: string; seed: number },
): BuyerResponse {
  const random = seededRandom(
    Number.parseInt(hashText(`${seed} ${buyer.name} ${buyer.seat} ${request.id}`).slice(0, 8), 16),
  );
  const isSlow = random() < buyer.slowShare;
  const delayMs = Math.round(isSlow ? 1500 + random() * 1500 : 5 + random() * 30);
  const reason = rejectionOf(buyer, request);
  const bids =
    reason === null ? request.imp.flatMap((imp) => bidOnImp(imp, { buyer, request, version, base, random })) : [];
  if (bids.length === 0) {
    const nbr = reason ?? noBidReasons.unknown;
    return { delayMs, response: buyer.noBid === 'reason' ? { id: request.id, seatbid: [], nbr } : null };
  }
  const bidid = `${buyer.name}-${request.id}`;
  return {
    delayMs,
    response: { id: request.id, bidid, cur: buyer.currency, seatbid: [{ seat: buyer.seat, bid: bids }] },
  };
}

/** Returns why a buyer rejects the whole request; null when it may bid. */
function rejectionOf({ seat, currency }: DemoBuyer, { wseat, bseat, cur }: BidRequest): number | null {
  if ((wseat?.length && !wseat.includes(seat)) || bseat?.includes(seat)) return noBidReasons.seat;
  if (!(cur?.length ? cur : ['USD']).includes(currency)) return noBidReasons.currency;
  return null;
}
