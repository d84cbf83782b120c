import type { AdsTxt } from './adsTxt.ts';
import { error, type SupplyFinding, warning } from './finding.ts';
import { isRootDomain, rootDomainOf } from './rootDomain.ts';
import { longestSellerId, type Node, type Schain } from './schain.ts';
import type { ListedSeller, SellersJson } from './sellersJson.ts';

/** Where a chain is looked up. */
export interface ChainLookups {
  /** The sellers.json of a system; null = it has none, undefined = that is not known. */
  sellersJsonOf: (asi: string) => Pick<SellersJson, 'sellers'> | null | undefined;
  /** The ads.txt of the site, or app-ads.txt of the app; null = it has none, undefined = that is not known. */
  adsTxt: AdsTxt | null | undefined;
  /** Root domain at which that file is: the owner, where the file names no other. */
  site: string;
  /** Where the viewer is, ISO 3166-1 alpha-2: decides which manager counts. */
  country?: string;
}

/** A node with the entry that tells who is paid by it; null where nothing can be looked up. */
interface Link {
  node: Node;
  index: number;
  seller: ListedSeller | null;
}

/**
 * What a buyer finds wrong with a chain: sellers that their systems do not list, links between which somebody is
 * missing, and a beginning that is not the owner. Nodes that are not paid are passed over, as nobody pays them.
 */
export function validateChain(chain: Schain, lookups: ChainLookups): SupplyFinding[] {
  const findings = formFindings(chain);
  const paid: Link[] = [];
  for (const [index, node] of chain.nodes.entries()) {
    const link = { node, index, seller: lookUp(node, index, lookups, findings) };
    if (node.hp === 1) paid.push(link);
    else if (link.seller && link.seller.is_passthrough !== 1) {
      const message = `${node.asi} is not paid, but does not list ${node.sid} as one that it passes through.`;
      findings.push(warning('not_passthrough', message, index));
    }
  }
  for (const [place, link] of paid.entries()) {
    const before = paid[place - 1];
    if (before) findings.push(...linkFindings(before, link));
  }
  const [first] = paid;
  if (!first) findings.push(error('nobody_paid', 'No node of the chain is paid.'));
  else if (chain.complete > 0) findings.push(...originFindings(first, lookups));
  return findings;
}

function formFindings({ ver, complete, nodes }: Schain): SupplyFinding[] {
  const findings: SupplyFinding[] = [];
  if (ver !== '1.0' && ver !== '1.1') findings.push(warning('version', `Version ${ver} of chains is unknown.`));
  if (ver === '1.0' && complete === 2) {
    findings.push(warning('complete', 'Only chains of version 1.1 can be complete in everything (2).'));
  }
  for (const [index, { asi, sid, hp }] of nodes.entries()) {
    if (!isRootDomain(asi)) findings.push(error('asi', `${asi} is not the root domain of a system.`, index));
    if (sid.length > longestSellerId) {
      findings.push(warning('sid_long', `The seller's id is longer than ${longestSellerId} characters.`, index));
    }
    if (ver === '1.0' && hp === 0) {
      findings.push(warning('hp', 'Every node of a chain of version 1.0 must be one that is paid.', index));
    }
  }
  return findings;
}

function lookUp(
  { asi, sid, hp }: Node,
  index: number,
  { sellersJsonOf }: ChainLookups,
  findings: SupplyFinding[],
): ListedSeller | null {
  const file = sellersJsonOf(asi.toLowerCase());
  if (file === undefined) return null;
  if (file === null) {
    findings.push(warning('no_sellers_json', `${asi} has no sellers.json.`, index));
    return null;
  }
  const seller = file.sellers.find((each) => each.seller_id === sid);
  if (seller) return seller;
  const message = `The sellers.json of ${asi} does not list ${sid}.`;
  // Of those who are not paid a listing is only recommended.
  findings.push(hp === 1 ? error('seller_unlisted', message, index) : warning('seller_unlisted', message, index));
  return null;
}

/** What a node's system says of the seller must be whose system the node before it is. */
function linkFindings(before: Link, { node, index, seller }: Link): SupplyFinding[] {
  if (!seller) return [];
  if (seller.domain === undefined) {
    return [warning('link_unknown', `${node.asi} does not tell the domain of ${node.sid}.`, index)];
  }
  if (rootDomainOf(seller.domain) === rootDomainOf(before.node.asi)) return [];
  const message = `${node.asi} pays ${seller.domain} for ${node.sid}, not ${before.node.asi}: somebody is missing.`;
  return [error('broken_link', message, index)];
}

/** A chain that is complete begins with the owner of the site or app, or with who manages it. */
function originFindings({ node, index, seller }: Link, { adsTxt, site, country }: ChainLookups): SupplyFinding[] {
  const findings: SupplyFinding[] = [];
  if (seller?.seller_type === 'INTERMEDIARY') {
    const message = `${node.sid} of ${node.asi} is an intermediary: whoever is before it is missing.`;
    findings.push(error('first_not_publisher', message, index));
  }
  if (adsTxt === undefined) return findings;
  if (adsTxt === null) {
    findings.push(warning('no_ads_txt', `${site} has no file that authorises sellers.`));
    return findings;
  }
  const isDirect = adsTxt.records.some(
    ({ asi, sid, relationship }) => relationship === 'DIRECT' && asi === node.asi.toLowerCase() && sid === node.sid,
  );
  if (!isDirect) {
    findings.push(error('first_not_direct', `${site} does not list ${node.asi}, ${node.sid} as DIRECT.`, index));
  }
  const owners = [adsTxt.ownerDomain ?? rootDomainOf(site) ?? site, managerOf(adsTxt, country)];
  if (seller?.domain !== undefined && !owners.includes(rootDomainOf(seller.domain))) {
    const message = `${seller.domain} is neither the owner nor the manager that ${site} names.`;
    findings.push(error('owner_mismatch', message, index));
  }
  return findings;
}

/** Who manages in a country: the one that is named for it, else the one for all others. */
function managerOf({ managerDomains }: AdsTxt, country: string | undefined): string | null {
  const own = managerDomains.find((each) => each.country !== null && each.country === country?.toUpperCase());
  return (own ?? managerDomains.find((each) => each.country === null))?.domain ?? null;
}
