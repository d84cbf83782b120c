import type { CandidateOutcome, ServedAd } from './records.ts';

/** The buyer and deal of an ad as stored in records: 0 and an empty text mean none. */
export type BuyerItems = [adexchangeId: number, campaignId: number, creativeId: number, deal: string];

/** A supplier's payment terms for an ad as stored in records. */
export type TermsItems = [billing: string, flags: number, bid: number];

/** Items per candidate in a flat list of buyers: its index among the candidates, then four of its buyer. */
const itemsPerBuyer = 5;
const secondPriceFlag = 1;
const followedFlag = 2;

type Buyer = Pick<CandidateOutcome & ServedAd, 'adexchangeId' | 'campaignId' | 'creativeId' | 'deal'>;

/** The buyer of an ad; null where a tag sold it without a deal. */
export function buyerItems({ adexchangeId, campaignId, creativeId, deal }: Buyer): BuyerItems | null {
  if (adexchangeId === undefined && campaignId === undefined && creativeId === undefined && deal === undefined) {
    return null;
  }
  return [adexchangeId ?? 0, campaignId ?? 0, creativeId ?? 0, deal ?? ''];
}

/** The buyers of a request's candidates as a flat list; null where all are tags without a deal. */
export function buyersOf(candidates: readonly CandidateOutcome[]): (number | string)[] | null {
  let buyers: (number | string)[] | null = null;
  for (const [index, outcome] of candidates.entries()) {
    const items = buyerItems(outcome);
    if (items) (buyers ??= []).push(index, ...items);
  }
  return buyers;
}

/** Restores the buyer of an ad or candidate. recordFault finds invalid values. */
export function addBuyer(target: Buyer, items: BuyerItems): void {
  const [adexchangeId, campaignId, creativeId, deal] = items;
  if (adexchangeId !== 0) target.adexchangeId = adexchangeId;
  if (campaignId !== 0) target.campaignId = campaignId;
  if (creativeId !== 0) target.creativeId = creativeId;
  if (deal !== '') target.deal = deal;
}

/** Restores the buyers of candidates. */
export function addBuyers(candidates: readonly CandidateOutcome[], buyers: readonly (number | string)[]): void {
  for (let at = 0; at + itemsPerBuyer <= buyers.length; at += itemsPerBuyer) {
    const candidate = candidates[Number(buyers[at])];
    if (candidate) addBuyer(candidate, buyers.slice(at + 1, at + itemsPerBuyer) as BuyerItems);
  }
}

/** Converts payment terms to items. */
export function termsItems({
  billing,
  isSecondPrice,
  isRevFollowing,
  bid,
}: NonNullable<ServedAd['buying']>): TermsItems {
  return [billing, (isSecondPrice ? secondPriceFlag : 0) | (isRevFollowing ? followedFlag : 0), bid];
}

/** Converts items to payment terms without validation. */
export function termsOf([billing, flags, bid]: TermsItems): NonNullable<ServedAd['buying']> {
  return {
    billing: billing as NonNullable<ServedAd['buying']>['billing'],
    isSecondPrice: (flags & secondPriceFlag) !== 0,
    bid,
    ...((flags & followedFlag) === 0 ? {} : { isRevFollowing: true }),
  };
}
