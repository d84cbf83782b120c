import type { Integration } from './integrations.ts';
import type { Partner } from './partners/partner.ts';
import { preBidPartners } from './partners/preBidPartners.ts';
import { rtbPartners } from './partners/rtbPartners.ts';
import { vastPartners } from './partners/vastPartners.ts';

/** The catalogue of demand and supply partners and their Prebid variants. */
export const partners: readonly Partner[] = [...vastPartners, ...rtbPartners, ...preBidPartners];

/** The partners that an integration connects, by name. */
export function partnersOf(integration: Integration): Partner[] {
  return partners
    .filter((partner) => partner.integration === integration)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** A partner by its id, if there is one. */
export function partnerById(id: string): Partner | undefined {
  return partners.find((partner) => partner.id === id);
}
