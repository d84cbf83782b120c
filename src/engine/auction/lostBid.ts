import { lossCodeOf, type BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import type { LostBid } from './types.ts';

/** Builds the record of a lost bid, with its loss code. */
export function lostBid(
  { seat, bidId, bid }: Pick<LostBid, 'seat' | 'bidId' | 'bid'>,
  currency: string,
  loss: BidLoss,
): LostBid {
  return { seat, bidId, bid, currency, lossCode: lossCodeOf(loss) };
}
