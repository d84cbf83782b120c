import type { Integration } from '../integrations.ts';
import { companyOf } from './companies.ts';
import type { Partner, PartnerParam } from './partner.ts';

/** The partners of an integration from their parameters by id. Throws a RangeError for an unknown company. */
export function partnersOf(
  integration: Integration,
  paramsById: Readonly<Record<string, readonly PartnerParam[]>>,
): Partner[] {
  return Object.entries(paramsById).map(([id, params]) => {
    const company = companyOf(id);
    if (!company) throw new RangeError(`no company ${id}`);
    const { id: variantOf, name } = company;
    return integration === 'PreBid'
      ? { id, name: `${name} (Prebid)`, integration, variantOf, params }
      : { id, name, integration, params };
  });
}
