import { error, type SupplyFinding, warning } from './finding.ts';
import { rootDomainOf } from './rootDomain.ts';
import { maxSellerIdLength } from './schain.ts';
import type { ListedSeller, SellersJson } from './sellersJson.ts';

/** The contents of a sellers.json. */
export interface SellersJsonParts {
  contactEmail?: string;
  contactAddress?: string;
  /** Business identifiers, such as a TAG-ID. */
  identifiers?: readonly { name: string; value: string }[];
  sellers: readonly SellerToList[];
}

/** A seller before validation. */
export interface SellerToList {
  id: string;
  type: ListedSeller['seller_type'];
  name: string;
  /** Any host of the seller; empty when it has none. */
  domain: string;
  isConfidential: boolean;
  isPassthrough?: boolean;
}

/**
 * The sellers.json of these parts, in their order. A confidential seller has neither name nor domain. Domains become
 * root domains. A seller without an ID, or with the ID of an earlier one, is left out, because an ID is one seller.
 * Findings refer to sellers by their index in the input.
 */
export function buildSellersJson({ contactEmail, contactAddress, identifiers = [], sellers }: SellersJsonParts): {
  file: SellersJson;
  findings: SupplyFinding[];
} {
  const findings: SupplyFinding[] = [];
  const listed = new Map<string, ListedSeller>();
  for (const [index, seller] of sellers.entries()) {
    const id = seller.id.trim();
    if (id === '') {
      findings.push(error('seller_id', 'A seller without a seller_id cannot be listed.', index));
    } else if (listed.has(id)) {
      findings.push(
        error('seller_id_twice', `Two sellers have the seller_id ${id}; only the first one is listed.`, index),
      );
    } else {
      findings.push(...identityFindings({ ...seller, id }, index));
      listed.set(id, listedSeller({ ...seller, id }));
    }
  }
  const file: SellersJson = {
    ...(contactEmail ? { contact_email: contactEmail } : {}),
    ...(contactAddress ? { contact_address: contactAddress } : {}),
    version: '1.0',
    ...(identifiers.length > 0 ? { identifiers: identifiers.map(({ name, value }) => ({ name, value })) } : {}),
    sellers: [...listed.values()],
  };
  return { file, findings };
}

function listedSeller({ id, type, name, domain, isConfidential, isPassthrough = false }: SellerToList): ListedSeller {
  const root = rootDomainOf(domain);
  return {
    seller_id: id,
    seller_type: type,
    ...(isConfidential || name.trim() === '' ? {} : { name: name.trim() }),
    ...(isConfidential || root === null ? {} : { domain: root }),
    ...(isConfidential ? { is_confidential: 1 } : {}),
    ...(isPassthrough ? { is_passthrough: 1 } : {}),
  };
}

function identityFindings({ id, name, domain, isConfidential }: SellerToList, index: number): SupplyFinding[] {
  const findings: SupplyFinding[] = [];
  if (id.length > maxSellerIdLength) {
    findings.push(
      warning('seller_id_long', `The seller_id ${id} is longer than ${maxSellerIdLength} characters.`, index),
    );
  }
  if (isConfidential) return findings;
  if (name.trim() === '')
    findings.push(error('name_missing', `Seller ${id} has no name and is not confidential.`, index));
  if (domain.trim() === '') {
    findings.push(
      warning('domain_missing', `Seller ${id} has no domain, so supply chains cannot be verified against it.`, index),
    );
  } else if (rootDomainOf(domain) === null) {
    findings.push(
      error('domain_wrong', `The domain ${domain} of seller ${id} has no root domain and is not listed.`, index),
    );
  }
  return findings;
}
