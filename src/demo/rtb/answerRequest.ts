import type { BidResponse } from '#standards/openrtb/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { seededRandom } from '../chance.ts';
import { bidOnImp } from './bidOnImp.ts';
import type { DemoBuyer } from './buyers.ts';

/** What a buyer does with a bid request. */
export interface BuyerAnswer {
  /** Milliseconds that it takes. */
  delayMs: number;
  /** null = 204: it does not bid and does not say why. */
  response: BidResponse | null;
}

/** Why a buyer that names reasons does not bid (OpenRTB 5.24): 0 unknown, 500 and above its own. */
const noBidReasons = { unknown: 0, seat: 500, currency: 501 } as const;

/** The answer of a buyer. The same seed, buyer and request id give the same answer, whatever was asked before. */
export function answerRequest(
  buyer: DemoBuyer,
  request: BidRequest,
  { version, base, seed }: { version: '2.5' | '2.6'; base: string; seed: number },
): BuyerAnswer {
  const random = seededRandom(
    Number.parseInt(hashText(`${seed} ${buyer.name} ${buyer.seat} ${request.id}`).slice(0, 8), 16),
  );
  const isSlow = random() < buyer.slowShare;
  const delayMs = Math.round(isSlow ? 1500 + random() * 1500 : 5 + random() * 30);
  const reason = refusalOf(buyer, request);
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

/** Why it wants nothing of a request at all; null where it may bid. */
function refusalOf({ seat, currency }: DemoBuyer, { wseat, bseat, cur }: BidRequest): number | null {
  if ((wseat?.length && !wseat.includes(seat)) || bseat?.includes(seat)) return noBidReasons.seat;
  if (!(cur?.length ? cur : ['USD']).includes(currency)) return noBidReasons.currency;
  return null;
}
