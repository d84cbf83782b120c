import type { CandidateReason, Nanos } from '#model/index.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import { isMediumOpen } from '#standards/openrtb/bid/bidMediaType.ts';
import { validateBid, type BidValidation, type BindingTerms } from '#standards/openrtb/bid/validateBid.ts';
import type { BidFault } from '#standards/openrtb/bid/bidFault.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { Imp, MediaType } from '#standards/openrtb/types.ts';
import type { Candidate } from '../plan/plan.ts';
import { isCutOff } from '../cutoff/cutoffs.ts';
import { qualityReason, type QualityInput, type Quality } from '../plan/quality.ts';
import { creativeReason } from '../targeting/creativeRules.ts';
import { adOf, creativeIdsOf } from './bidDetails.ts';
import { cutoffSubjectOf } from './cutoffSubjectOf.ts';
import { impIdsFor, onlyMedia } from './composeBidRequest.ts';
import { offeredImp } from './offeredImp.ts';
import { lostBid } from './lostBid.ts';
import { ownAdOf } from './ownBid.ts';
import { priceTerms } from './priceTerms.ts';
import { reasonOfFault } from './reasonOfFault.ts';
import type { AuctionState, LostBid, CallResult, SeatedBid, ValidBid } from './types.ts';

/** The bids of one bidder for one imp: valid ones, best first, and rejected ones. */
interface ValidatedBids {
  valid: ValidBid[];
  refused: LostBid[];
  /** The reason of the highest-priced rejected bid; null where every bid is valid. */
  reason: CandidateReason | null;
}

/** Validates bids against the rules of the imp, the channel and the tag (2.4). */
export function validateBids(
  state: AuctionState,
  candidate: Candidate,
  { bids, broken, currency }: Extract<CallResult, { bids: unknown }>,
): ValidatedBids {
  const reason = broken.length > 0 ? 'invalid_bid' : null;
  const validated: ValidatedBids = { valid: [], refused: [...broken], reason };
  let highestPrice = -Infinity;
  let best: ValidBid | null = null;
  const offeredTerms = offeredTermsOf(state, candidate);
  for (const seated of bids) {
    if (best && !mayMatter(state, best, seated.bid)) continue;
    const verdict = checkOffered(state, candidate, offeredTerms, seated, currency);
    if ('bid' in verdict) {
      validated.valid.push(verdict);
      if (verdict.own?.adsLeft === undefined) best ??= verdict;
      continue;
    }
    validated.refused.push(lostBid(seated, currency, verdict.loss));
    if (seated.bid.price <= highestPrice) continue;
    highestPrice = seated.bid.price;
    validated.reason = verdict.reason;
  }
  const dealsFirst = state.setting.plan.areDealsFirst;
  validated.valid.sort((a, b) => {
    if (dealsFirst && (a.deal === null) !== (b.deal === null)) return a.deal === null ? 1 : -1;
    return b.worth - a.worth || (a.bid.id < b.bid.id ? -1 : 1);
  });
  return validated;
}

/**
 * Whether a bid can change anything beside a valid bid of the same bidder that no frequency cap can remove: in a pod, at
 * no lower price, under a deal, or by its loss notice.
 */
function mayMatter({ pod }: AuctionState, { bid: best, deal }: ValidBid, bid: Bid): boolean {
  return pod !== null || deal !== null || bid.dealid !== undefined || bid.price >= best.price || bid.lurl !== undefined;
}

/** One million dollars: a CPM of that size has the wrong unit. */
export const absurdCpm: Nanos = 1_000_000 * 1_000_000_000;

type Verdict = ValidBid | { reason: CandidateReason; loss: BidLoss };

function checkOffered(
  state: AuctionState,
  candidate: Candidate,
  offeredTerms: OfferedTerms,
  seated: SeatedBid,
  currency: string,
): Verdict {
  const { rates, plan } = state.setting;
  const { bid } = seated;
  const verdict = checkBid(offeredTerms, seated, currency);
  if (!verdict.ok) return { reason: reasonOfFault[verdict.fault], loss: verdict.fault };
  const { mediaType, deal } = verdict;
  const cpm = convertToNanos(bid.price, currency, rates);
  if (cpm === null || cpm >= absurdCpm) return { reason: 'invalid_bid', loss: 'price_missing' };
  const durationS = isUnread(bid, mediaType, offeredTerms.imp) ? 'unread' : (bid.dur ?? null);
  const terms = priceTerms(state, candidate, { cpm, deal, mediaType, durationS });
  if ('reason' in terms) return terms;
  if (plan.cutoffs && isCutOff(plan.cutoffs, cutoffSubjectOf(candidate, seated))) {
    return { reason: 'cut_off', loss: 'disapproved' };
  }
  const { quality = null, blockedCreatives = [] } = candidate.tag.bidder ?? {};
  const refused = plan.quality || quality ? qualityRejection(adOf(bid), plan.quality, quality) : null;
  if (refused) return { reason: refused, loss: lossOfQuality[refused] };
  if (blockedCreatives.length > 0 && creativeIdsOf(bid).some((id) => blockedCreatives.includes(id))) {
    return { reason: 'creative_blocked', loss: 'disapproved' };
  }
  // The creative of a video or audio bid is known only after its VAST is read.
  const { creativeRules } = candidate;
  if (creativeRules.length > 0 && mediaType !== 'video' && mediaType !== 'audio') {
    const reason = creativeReason(creativeRules, creativeIdsOf(bid));
    if (reason) return { reason, loss: 'disapproved' };
  }
  const { seat, bidId } = seated;
  const { floor, worth } = terms;
  return { seat, bidId, bid, mediaType, deal, own: ownAdOf(candidate, bid, worth), currency, cpm, floor, worth };
}

/** Whether only the VAST of a bid, which is read later, says its duration, or whether it is video or audio. */
export function isUnread(bid: Bid, mediaType: MediaType, imp: Imp): boolean {
  return (mediaType === 'video' || mediaType === 'audio') && (!bid.dur || isMediumOpen(bid, imp));
}

/** The reason why an ad violates the quality rules of the channel or the buyer; null when it does not. */
export function qualityRejection(
  ad: QualityInput,
  ofPlan: Quality | null,
  ofBuyer: Quality | null,
): ReturnType<typeof qualityReason> {
  return (ofPlan && qualityReason(ofPlan, ad)) ?? (ofBuyer && qualityReason(ofBuyer, ad));
}

/** The terms that a bidder was offered, against which its bids are validated. */
export interface OfferedTerms {
  imp: Imp;
  /** Further imp ids under which it may bid: those of slots in a pod. */
  slotIds: readonly string[];
  request: BindingTerms;
}

/** The terms that a candidate was offered. */
export function offeredTermsOf({ setting }: Pick<AuctionState, 'setting'>, candidate: Candidate): OfferedTerms {
  const { bidder } = candidate.tag;
  const { seats = [], mediaTypes = [], currency = 'USD' } = bidder ?? {};
  const { wseat, bseat, wlang, wlangb, badv, bapp, bcat, acat, cattax } = setting.offered().request;
  const allowedSeats = seats.length > 0 ? seats : wseat;
  return {
    imp: onlyMedia(offeredImp(setting, candidate), mediaTypes),
    slotIds: setting.pod !== null && bidder !== null ? impIdsFor(setting, bidder) : [],
    request: { cur: [currency], wseat: allowedSeats, bseat, wlang, wlangb, badv, bapp, bcat, acat, cattax },
  };
}

/** Validates a bid against the terms that its bidder was offered. */
function checkBid(
  { imp: offered, slotIds, request }: OfferedTerms,
  { bid, seat }: Pick<SeatedBid, 'bid' | 'seat'>,
  responseCurrency: string,
): BidValidation {
  const imp = slotIds.includes(bid.impid) ? { ...offered, id: bid.impid } : offered;
  return validateBid({ bid, seat, imp, request, responseCurrency });
}

/**
 * The rule that markup which came with a win notice violates; null when it may be shown. Malformed VAST is rejected
 * later, when it is parsed.
 */
export function markupFault(
  state: AuctionState,
  candidate: Candidate,
  { bid, seat, currency, mediaType }: ValidBid,
  markup: string,
): BidFault | null {
  const verdict = checkBid(
    offeredTermsOf(state, candidate),
    { seat, bid: { ...bid, nurl: undefined, adm: markup } },
    currency,
  );
  if (verdict.ok) return null;
  const isVast = mediaType === 'video' || mediaType === 'audio';
  return isVast && reasonOfFault[verdict.fault] === 'wrong_media_type' ? null : verdict.fault;
}

const lossOfQuality = {
  duration: 'duration_not_offered',
  adomain_blocked: 'advertiser_blocked',
  category_blocked: 'category_blocked',
} as const;
