import type { Partner } from './partners/partner.ts';
import { preBidPartners } from './partners/preBidPartners.ts';
import { rtbPartners } from './partners/rtbPartners.ts';
import { vastPartners } from './partners/vastPartners.ts';

/** The catalogue of demand and supply partners and their Prebid variants. */
export const partners: readonly Partner[] = [...vastPartners, ...rtbPartners, ...preBidPartners];

/** A partner by its id, if there is one. */
export function partnerById(id: string): Partner | undefined {
  return partners.find((partner) => partner.id === id);
}
