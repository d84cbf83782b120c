import { adsTxtSeller, type AdsTxtVerdict } from '#model/supply/adsTxt.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtIndex, ParsedAdsTxt } from './adsTxtIndex.ts';

/** The site or app of a request, as far as it is known; empty = unknown. */
export interface SoldInventory {
  /** Host of the page, lower case. */
  site: string;
  /** Bundle or store ID. An app takes precedence over a site. */
  app: string;
  /** `inventorypartnerdomain` of the request. */
  partner?: string;
}

/**
 * Whether the owner of a site or app authorizes an account to sell there. The cost is a few lookups, whatever the size
 * of the index. Only `unauthorized` rejects a seller; in the other states the owner does not say, or nothing is known.
 */
export function adsTxtState(
  index: AdsTxtIndex,
  inventory: SoldInventory,
  account: { asi: string; sid: string },
): AdsTxtVerdict {
  const seller = adsTxtSeller(account);
  return adsTxtStateBy(index, inventory, (sellers) => sellers.has(seller));
}

/** The same for sellers that satisfy `isListed`, which gets the sellers of a file as `adsTxtSeller` formats them. */
export function adsTxtStateBy(
  index: AdsTxtIndex,
  inventory: SoldInventory,
  isListed: (sellers: ReadonlySet<string>) => boolean,
): AdsTxtVerdict {
  const file = inventory.app === '' ? fileOfSite(index, inventory.site) : fileOfApp(index, inventory.app);
  const partner = inventory.partner?.toLowerCase() ?? '';
  if (!file || file.state === 'unread') return 'unread';
  if (file.state === 'none') return partner === '' ? 'non_participating' : 'inconclusive';
  if (isListed(file.sellers)) return 'authorized';
  if (partner === '' || !file.partners.includes(partner)) return 'unauthorized';
  // The ads.txt of a partner applies to sites and apps alike; its own partners do not count.
  const ofPartner = index.files.get(`ads ${partner}`);
  if (ofPartner?.state !== 'file') return 'inconclusive';
  return isListed(ofPartner.sellers) ? 'authorized' : 'unauthorized';
}

/** The file of a subdomain where the root domain declares one and it exists; otherwise that of the root domain. */
function fileOfSite({ files }: AdsTxtIndex, host: string): ParsedAdsTxt | undefined {
  const own = files.get(`ads ${host}`);
  if (own?.state === 'file') return own;
  const root = rootDomainOf(host);
  return root === null || root === host ? own : files.get(`ads ${root}`);
}

function fileOfApp({ files, hostsOfApp }: AdsTxtIndex, bundle: string): ParsedAdsTxt | undefined {
  const found = (hostsOfApp.get(bundle) ?? []).map((host) => files.get(`app ${host}`));
  // Until the first host has been read, the second one decides nothing.
  return found.find((file) => file?.state !== 'none') ?? found[0];
}
