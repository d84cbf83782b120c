import type { AdsTxt } from './adsTxt.ts';

/**
 * Whether an owner lets an account sell: non_participating = it has no file and so says nothing; inconclusive = what
 * would decide is missing.
 */
export type Authorisation = 'authorised' | 'unauthorised' | 'non_participating' | 'inconclusive';

/** An account with an advertising system. */
export interface SellingAccount {
  asi: string;
  sid: string;
}

/** The owner of a part of the inventory, as the request names it. */
export interface InventoryPartner {
  /** `inventorypartnerdomain` of the site or app. */
  domain: string;
  /** Its ads.txt; null = it has none. */
  file: AdsTxt | null;
}

/**
 * Whether an account may sell a site or app, by its ads.txt or app-ads.txt; null = it has none. A partner's file counts
 * only where the owner's names the partner, and no further.
 */
export function authorisationOf(
  file: AdsTxt | null,
  account: SellingAccount,
  partner: InventoryPartner | null = null,
): Authorisation {
  if (file === null) return partner ? 'inconclusive' : 'non_participating';
  if (lists(file, account)) return 'authorised';
  if (!partner || !file.inventoryPartners.includes(partner.domain.toLowerCase())) return 'unauthorised';
  if (partner.file === null) return 'inconclusive';
  return lists(partner.file, account) ? 'authorised' : 'unauthorised';
}

function lists({ records }: AdsTxt, { asi, sid }: SellingAccount): boolean {
  const system = asi.toLowerCase();
  return records.some((record) => record.asi === system && record.sid === sid);
}
