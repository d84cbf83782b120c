import type { Integration } from '../integrations.ts';
import { companyOf } from './companies.ts';
import { preBidPartners } from './preBidPartners.ts';

/**
 * The id of the same company in another integration: of tags through Prebid its Prebid variant, else the company.
 * Empty when it has none.
 */
export function partnerIn(integration: Integration, id: string): string {
  const company = companyOf(id)?.id;
  if (company === undefined || integration !== 'PreBid') return company ?? '';
  return preBidPartners.find(({ variantOf }) => variantOf === company)?.id ?? '';
}
