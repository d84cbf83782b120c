import { shareOf, type CostModel, type Nanos } from '#model/index.ts';
import type { VastPricing } from '#standards/vast/types.ts';

/** How a channel's inventory is paid for. CPMs are nano-USD per 1,000. */
export interface CostTerms {
  model: CostModel;
  shareBasisPoints: number;
  cpm: Nanos;
}

/** Terms of a channel that nobody is paid for. */
export const unpaid: CostTerms = { model: 'none', shareBasisPoints: 0, cpm: 0 };

/** What one impression or opportunity is worth at a CPM in nano-USD, rounded down to the nano-dollar. */
export function perThousand(cpm: Nanos): Nanos {
  return Math.floor(cpm / 1000);
}

/** Owed to the supply side for one impression that earned `rev`. */
export function impressionCost(terms: CostTerms, rev: Nanos): Nanos {
  switch (terms.model) {
    case 'share':
      return shareOf(rev, terms.shareBasisPoints);
    case 'floor':
      return Math.max(shareOf(rev, terms.shareBasisPoints), perThousand(terms.cpm));
    case 'cpm':
      return perThousand(terms.cpm);
    case 'cpo':
    case 'none':
      break;
  }
  return 0;
}

/** What a demand account keeps of revenue through a marketplace partner when the operator has its DSP share. */
export function accountPart(rev: Nanos, dspShareBasisPoints: number): Nanos {
  return rev - shareOf(rev, dspShareBasisPoints);
}

/** Owed to the supply side for one request that was answered with an ad. */
export function opportunityCost(terms: CostTerms): Nanos {
  return terms.model === 'cpo' ? perThousand(terms.cpm) : 0;
}

/** The least CPM at which the terms let a tag compete: a guaranteed CPM is never paid out of a cheaper ad. */
export function guaranteedCpm(terms: CostTerms): Nanos {
  return terms.model === 'floor' ? terms.cpm : 0;
}

/**
 * The CPM in nano-USD that an answer's `<Pricing>` names; null when it names none that can be used: another model or
 * currency, no plain decimal, or an absurd amount. Places beyond the ninth are cut.
 */
export function cpmFromPricing(pricing: VastPricing | undefined): Nanos | null {
  if (!pricing || !/^cpm$/i.test(pricing.model.trim()) || !/^usd$/i.test(pricing.currency.trim())) return null;
  const match = /^(\d{1,6})(?:\.(\d+))?$/.exec(pricing.value.trim());
  if (!match) return null;
  return Number(match[1]) * 1_000_000_000 + Number((match[2] ?? '').slice(0, 9).padEnd(9, '0'));
}
