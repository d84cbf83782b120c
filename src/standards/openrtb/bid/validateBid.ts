import { advertiserFault, isWithinDomains } from './advertiserRules.ts';
import type { BidFault } from './bidFault.ts';
import { bidMediaType, isMediumOpen } from './bidMediaType.ts';
import { creativeFault } from './creativeFault.ts';
import { isLanguageAllowed } from './isLanguageAllowed.ts';
import { isSeatAllowed } from './isSeatAllowed.ts';
import { isSecureBid } from './isSecureBid.ts';
import { nativeFault } from '../native/nativeFault.ts';
import type { Bid } from './responseTypes.ts';
import type { BidRequest, Deal, Imp, MediaType } from '../types.ts';

/** The fields of a request that restrict bids for any of its imps. */
export type BindingTerms = Pick<
  BidRequest,
  'cur' | 'wlang' | 'wlangb' | 'bseat' | 'badv' | 'bapp' | 'bcat' | 'acat' | 'cattax'
> & {
  wseat?: readonly string[] | undefined;
};

/** A bid with the request it responds to. */
export interface BidCase {
  bid: Bid;
  seat: string | undefined;
  /** The imp that `bid.impid` names; undefined when there is none. */
  imp: Imp | undefined;
  /** The request as sent to this bidder, as far as it restricts bids. */
  request: BindingTerms;
  /** ISO 4217. */
  responseCurrency: string;
}

/** A bid that may compete, or its first fault. */
export type BidValidation = { ok: true; mediaType: MediaType; deal: Deal | null } | { ok: false; fault: BidFault };

/**
 * Checks a bid from readBidResponse against every rule of 2.4 but the floor, the cheapest rules first. Where `nurl`
 * returns the markup, validate the bid again with the markup as its `adm`. VAST is held against the offer by adFault,
 * when it is read, and then by creativeFault as well where only the VAST says whether the bid is video or audio.
 */
export function validateBid({ bid, seat, imp, request, responseCurrency }: BidCase): BidValidation {
  if (imp === undefined || imp.id !== bid.impid) return refused('imp_unknown');
  if (!isCurrencyAccepted(request, responseCurrency)) return refused('currency_not_accepted');
  const hasDealId = bid.dealid !== undefined && bid.dealid !== '';
  if (!(bid.price > 0 || (bid.price === 0 && hasDealId))) return refused('price_missing');
  if (!bid.crid) return refused('crid_missing');
  if (!isFilled(bid.adm) && !isFilled(bid.nurl)) return refused('markup_missing');
  const deal = hasDealId ? (imp.pmp?.deals?.find(({ id }) => id === bid.dealid) ?? null) : null;
  const buyer = seatFault(request, seat) ?? dealFault(bid, seat, imp, hasDealId, deal) ?? advertiserFault(bid, request);
  if (buyer !== null) return refused(buyer);
  const media = bidMediaType(bid, imp);
  if (media.fault !== null) return refused(media.fault);
  const { mediaType } = media;
  if (!isLanguageAllowed(bid, request)) return refused('language_not_allowed');
  const isUnread = (mediaType === 'video' || mediaType === 'audio') && isMediumOpen(bid, imp);
  const creative = isUnread ? null : creativeFault(bid, imp, mediaType);
  if (creative !== null) return refused(creative);
  const mustBeSecure = imp.secure !== 0;
  if (mustBeSecure && !isSecureBid(bid, mediaType)) return refused('not_secure');
  if (mediaType === 'native' && bid.adm && imp.native) {
    const native = nativeFault(bid.adm, imp.native.request, mustBeSecure);
    if (native !== null) return refused(native);
  }
  return { ok: true, mediaType, deal };
}

function refused(fault: BidFault): BidValidation {
  return { ok: false, fault };
}

/** Whether a text is not blank. */
export function isFilled(text: string | undefined): boolean {
  return text !== undefined && /\S/.test(text);
}

/** Whether a request accepts a currency: USD where it names none. */
export function isCurrencyAccepted({ cur }: BindingTerms, currency: string): boolean {
  return cur === undefined || cur.length === 0 ? currency === 'USD' : cur.includes(currency);
}

/** The rule that a seat violates; null when there is none. */
export function seatFault({ wseat, bseat }: BindingTerms, seat: string | undefined): BidFault | null {
  if (!isSeatAllowed(wseat, seat)) return 'seat_not_allowed';
  return seat !== undefined && bseat?.includes(seat) ? 'seat_blocked' : null;
}

/** The rule on deals that a bid violates; null when there is none. `deal` is the one that it names, if offered. */
export function dealFault(
  bid: Bid,
  seat: string | undefined,
  imp: Imp,
  hasDealId: boolean,
  deal: Deal | null,
): BidFault | null {
  if (deal === null) {
    if (hasDealId) return 'deal_unknown';
    return imp.pmp?.private_auction === 1 ? 'deal_required' : null;
  }
  if (!isSeatAllowed(deal.wseat, seat)) return 'deal_seat_not_allowed';
  return deal.wadomain?.length && !isWithinDomains(bid.adomain, deal.wadomain) ? 'deal_advertiser_not_allowed' : null;
}
