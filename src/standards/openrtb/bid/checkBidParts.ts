import { advertiserFault } from './advertiserRules.ts';
import type { BidFault } from './bidFault.ts';
import { bidMediaType, isMediumOpen } from './bidMediaType.ts';
import { creativeFault } from './creativeFault.ts';
import { isLanguageAllowed } from './isLanguageAllowed.ts';
import { isSecureBid } from './isSecureBid.ts';
import { nativeFault } from '../native/nativeFault.ts';
import type { Deal, MediaType } from '../types.ts';
import { dealFault, isCurrencyAccepted, isFilled, seatFault, type BidCase } from './validateBid.ts';

/** The parts of a bid that the standard's rules check, in the order of validateBid. */
export type StandardPart =
  | 'imp'
  | 'currency'
  | 'price'
  | 'crid'
  | 'markup'
  | 'seat'
  | 'deal'
  | 'advertiser'
  | 'mediaType'
  | 'creative'
  | 'secure'
  | 'native';

/** All faults of a bid by part; null = right. Parts that depend on a faulty one are absent. */
export interface CheckedParts {
  parts: { part: StandardPart; fault: BidFault | null }[];
  mediaType: MediaType | null;
  deal: Deal | null;
}

/**
 * Checks every part of a bid, where validateBid stops at the first fault: the first fault here is that of validateBid.
 * For people who look into a bid, not for auctions.
 */
export function checkBidParts({ bid, seat, imp, request, responseCurrency }: BidCase): CheckedParts {
  const parts: CheckedParts['parts'] = [];
  const add = (part: StandardPart, fault: BidFault | null) => void parts.push({ part, fault });
  const isKnown = imp !== undefined && imp.id === bid.impid;
  const hasDealId = bid.dealid !== undefined && bid.dealid !== '';
  const deal = hasDealId ? (imp?.pmp?.deals?.find(({ id }) => id === bid.dealid) ?? null) : null;
  add('imp', isKnown ? null : 'imp_unknown');
  add('currency', isCurrencyAccepted(request, responseCurrency) ? null : 'currency_not_accepted');
  add('price', bid.price > 0 || (bid.price === 0 && hasDealId) ? null : 'price_missing');
  add('crid', bid.crid ? null : 'crid_missing');
  add('markup', isFilled(bid.adm) || isFilled(bid.nurl) ? null : 'markup_missing');
  add('seat', seatFault(request, seat));
  if (imp === undefined) return { parts, mediaType: null, deal };
  add('deal', dealFault(bid, seat, imp, hasDealId, deal));
  add('advertiser', advertiserFault(bid, request));
  const media = bidMediaType(bid, imp);
  add('mediaType', media.fault);
  if (media.fault !== null) return { parts, mediaType: null, deal };
  const { mediaType } = media;
  const isUnread = (mediaType === 'video' || mediaType === 'audio') && isMediumOpen(bid, imp);
  if (!isLanguageAllowed(bid, request)) add('creative', 'language_not_allowed');
  else if (!isUnread) add('creative', creativeFault(bid, imp, mediaType));
  const mustBeSecure = imp.secure !== 0;
  if (mustBeSecure) add('secure', isSecureBid(bid, mediaType) ? null : 'not_secure');
  if (mediaType === 'native' && bid.adm && imp.native) {
    add('native', nativeFault(bid.adm, imp.native.request, mustBeSecure));
  }
  return { parts, mediaType, deal };
}
