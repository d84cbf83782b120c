import type { CandidateReason, Nanos } from '#model/index.ts';
import type { BidPartVerdict } from '#model/demand/bidderTest.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import { checkBidParts, type CheckedParts } from '#standards/openrtb/bid/checkBidParts.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { priceTerms } from '../auction/priceTerms.ts';
import { reasonOfFault } from '../auction/reasonOfFault.ts';
import type { AuctionSetting, SeatedBid } from '../auction/types.ts';
import { adOf } from '../auction/bidDetails.ts';
import { absurdCpm, isUnread, offeredTermsOf, qualityRejection } from '../auction/validateBids.ts';
import type { Candidate } from '../plan/plan.ts';

/** The verdicts on the parts of a bid. Amounts are CPMs in nano-USD. */
export interface ExplainedBid {
  mediaType: MediaType | null;
  /** Its price; null where its currency has no exchange rate. */
  cpm: Nanos | null;
  /** The minimum that it must pay; null where it is unknown. */
  floor: Nanos | null;
  /** Only parts that can be checked. */
  parts: BidPartVerdict[];
}

/** Checks every part of a bid by the rules of the auction, which stops at the first fault. */
export function explainBid(
  setting: AuctionSetting,
  candidate: Candidate,
  { bid, seat }: Pick<SeatedBid, 'bid' | 'seat'>,
  currency: string,
): ExplainedBid {
  const { imp, request } = offeredTermsOf({ setting }, candidate);
  const checked = checkBidParts({ bid, seat, imp, request, responseCurrency: currency });
  const parts = checked.parts.map(({ part, fault }): BidPartVerdict => {
    return { part, fault, reason: fault && reasonOfFault[fault] };
  });
  const cpm = convertToNanos(bid.price, currency, setting.rates);
  const mediaType = checked.mediaType ?? setting.mediaTypes[0] ?? 'video';
  const priced = {
    deal: checked.deal,
    mediaType,
    durationS: isUnread(bid, mediaType, imp) ? ('unread' as const) : (bid.dur ?? null),
  };
  const limit = priceTerms({ setting }, candidate, { ...priced, cpm: absurdCpm });
  if (cpm !== null && bid.price > 0) {
    const terms = priceTerms({ setting }, candidate, { ...priced, cpm });
    const verdict = cpm >= absurdCpm ? ({ reason: 'invalid_bid', loss: 'price_missing' } as const) : terms;
    const isFaulty = 'reason' in verdict;
    insertFloor(parts, isFaulty ? verdict.reason : null, isFaulty ? verdict.loss : null);
  }
  const reason = qualityOfBid(setting, candidate, bid);
  parts.push({ part: 'quality', reason, fault: reason });
  return { mediaType: checked.mediaType, cpm, floor: 'floor' in limit ? limit.floor : null, parts };
}

/** Inserts the verdict on the floor behind that on the price. */
function insertFloor(parts: BidPartVerdict[], reason: CandidateReason | null, fault: string | null): void {
  const at = parts.findIndex(({ part }) => part === ('price' satisfies CheckedParts['parts'][number]['part']));
  parts.splice(at + 1, 0, { part: 'floor', reason, fault });
}

/** The rule of the channel or the tag that a bid violates by what it declares; null when it violates none. */
function qualityOfBid(
  { plan }: AuctionSetting,
  { tag: { bidder } }: Candidate,
  bid: SeatedBid['bid'],
): CandidateReason | null {
  return qualityRejection(adOf(bid), plan.quality, bidder?.quality ?? null);
}
