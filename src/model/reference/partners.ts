import type { Partner } from './partners/partner.ts';
import { preBidPartners } from './partners/preBidPartners.ts';
import { rtbPartners } from './partners/rtbPartners.ts';
import { vastPartners } from './partners/vastPartners.ts';

/** All demand and supply partners with their Prebid variants. */
export const partners: readonly Partner[] = [...vastPartners, ...rtbPartners, ...preBidPartners];

/** The partner with an id; undefined when there is none. */
export function partnerById(id: string): Partner | undefined {
  return partners.find((partner) => partner.id === id);
}
