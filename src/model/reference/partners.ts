import type { Integration } from './integrations.ts';
import type { Partner } from './partners/partner.ts';
import { preBidPartners } from './partners/preBidPartners.ts';
import { rtbPartners } from './partners/rtbPartners.ts';
import { vastPartners } from './partners/vastPartners.ts';

/** All demand and supply partners without their Prebid variants: the companies, each once. */
export const companies: readonly Partner[] = [...vastPartners, ...rtbPartners];

/** All demand and supply partners with their Prebid variants. */
export const partners: readonly Partner[] = [...companies, ...preBidPartners];

const byId: ReadonlyMap<string, Partner> = new Map(partners.map((partner) => [partner.id, partner]));

/** The partner with an id; undefined when there is none. */
export function partnerById(id: string): Partner | undefined {
  return byId.get(id);
}

/** The partner that a partner's id stands for: of a Prebid variant the one that it is a variant of. */
export function companyOf(id: string): Partner | undefined {
  const partner = byId.get(id);
  return partner?.variantOf === undefined ? partner : byId.get(partner.variantOf);
}

/**
 * The id of the same company in another integration: of tags through Prebid its Prebid variant, else the company.
 * Empty when it has none.
 */
export function partnerIn(integration: Integration, id: string): string {
  const company = companyOf(id)?.id;
  if (company === undefined || integration !== 'PreBid') return company ?? '';
  return preBidPartners.find(({ variantOf }) => variantOf === company)?.id ?? '';
}
