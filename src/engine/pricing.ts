import { shareOf, type CostModel, type Nanos } from '#model/index.ts';
import type { VastPricing } from '#standards/vast/types.ts';

/** The cost terms of a channel's inventory. CPMs are nano-USD per 1,000. */
export interface CostTerms {
  model: CostModel;
  shareBasisPoints: number;
  cpm: Nanos;
}

/** The terms of a channel whose supply side is not paid. */
export const unpaid: CostTerms = { model: 'none', shareBasisPoints: 0, cpm: 0 };

/** The price of one impression or opportunity at a CPM, rounded down to the nano-dollar. */
export function pricePerImpression(cpm: Nanos): Nanos {
  return Math.floor(cpm / 1000);
}

/** The cost of one impression that earned `rev`. */
export function impressionCost(terms: CostTerms, rev: Nanos): Nanos {
  switch (terms.model) {
    case 'share':
      return shareOf(rev, terms.shareBasisPoints);
    case 'floor':
      return Math.max(shareOf(rev, terms.shareBasisPoints), pricePerImpression(terms.cpm));
    case 'cpm':
      return pricePerImpression(terms.cpm);
    case 'cpo':
    case 'none':
      break;
  }
  return 0;
}

/** The part of a CPM that is left after the account's margin, in basis points. */
export function afterMargin(cpm: Nanos, marginBasisPoints: number): Nanos {
  return marginBasisPoints === 0 ? cpm : shareOf(cpm, 10_000 - marginBasisPoints);
}

/** The minimum CPM that leaves `cpm` after a margin, in basis points below 10,000. */
export function beforeMargin(cpm: Nanos, marginBasisPoints: number): Nanos {
  if (marginBasisPoints === 0) return cpm;
  const remainingBasisPoints = BigInt(10_000 - marginBasisPoints);
  return Number((BigInt(cpm) * 10_000n + remainingBasisPoints - 1n) / remainingBasisPoints);
}

/** The account's part of marketplace revenue, after the operator's DSP share. */
export function accountShare(rev: Nanos, dspShareBasisPoints: number): Nanos {
  return rev - shareOf(rev, dspShareBasisPoints);
}

/** The cost of one request that returned an ad. */
export function opportunityCost(terms: CostTerms): Nanos {
  return terms.model === 'cpo' ? pricePerImpression(terms.cpm) : 0;
}

/**
 * The supply side's CPM for impressions that earn `cpm`: the price to bid where the supply side runs its own auction.
 */
export function supplyPrice(terms: CostTerms, cpm: Nanos): Nanos {
  switch (terms.model) {
    case 'share':
      return shareOf(cpm, terms.shareBasisPoints);
    case 'floor':
      return Math.max(shareOf(cpm, terms.shareBasisPoints), terms.cpm);
    case 'cpm':
      return terms.cpm;
    case 'cpo':
    case 'none':
      break;
  }
  return cpm;
}

/** The minimum CPM that must be earned for the supply side to get `floor`; null when the terms never pay that much. */
export function floorToEarn(terms: CostTerms, floor: Nanos): Nanos | null {
  if (floor === 0) return 0;
  switch (terms.model) {
    case 'share':
      return shareFloor(terms.shareBasisPoints, floor);
    case 'floor':
      return floor <= terms.cpm ? 0 : shareFloor(terms.shareBasisPoints, floor);
    case 'cpm':
      return floor <= terms.cpm ? 0 : null;
    case 'cpo':
    case 'none':
      break;
  }
  return floor;
}

function shareFloor(shareBasisPoints: number, floor: Nanos): Nanos | null {
  return shareBasisPoints === 0 ? null : Math.ceil((floor * 10_000) / shareBasisPoints);
}

/** The minimum CPM that leaves the account a margin, in basis points; null when the terms never do. */
export function cpmForMargin(terms: CostTerms, marginBasisPoints: number): Nanos | null {
  if (marginBasisPoints === 0) return 0;
  const remainingBasisPoints = 10_000 - marginBasisPoints;
  const isShared = terms.model === 'share' || terms.model === 'floor';
  if (isShared && terms.shareBasisPoints > remainingBasisPoints) return null;
  if (terms.model !== 'cpm' && terms.model !== 'floor') return 0;
  if (terms.cpm === 0) return 0;
  return remainingBasisPoints === 0 ? null : Math.ceil((terms.cpm * 10_000) / remainingBasisPoints);
}

/** The minimum CPM of ads under the terms: a guaranteed CPM is never paid from a lower-priced ad. */
export function guaranteedCpm(terms: CostTerms): Nanos {
  return terms.model === 'floor' ? terms.cpm : 0;
}

/**
 * The CPM in nano-USD of a VAST `<Pricing>` element; null when it is unusable: another model or currency, not a plain
 * decimal, or an absurd amount. Decimals beyond the ninth are cut.
 */
export function cpmFromPricing(pricing: VastPricing | undefined): Nanos | null {
  if (!pricing || !/^cpm$/i.test(pricing.model.trim()) || !/^usd$/i.test(pricing.currency.trim())) return null;
  const match = /^(\d{1,6})(?:\.(\d+))?$/.exec(pricing.value.trim());
  if (!match) return null;
  return Number(match[1]) * 1_000_000_000 + Number((match[2] ?? '').slice(0, 9).padEnd(9, '0'));
}
