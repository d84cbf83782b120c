import { adsTxtSeller, type AdsTxtVerdict } from '#model/supply/adsTxt.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtIndex, FileFacts } from './adsTxtIndex.ts';

/** Where a request comes from, as far as it is known; empty = not. */
export interface SellingPlace {
  /** Host of the page, lower case. */
  site: string;
  /** Bundle or store id; an app goes before a site. */
  app: string;
  /** `inventorypartnerdomain` of the request. */
  partner?: string;
}

/**
 * Whether the owner of a site or app lets an account sell there. The cost is that of a few look-ups, whatever is known.
 * Only `unauthorised` is a refusal: elsewhere the owner says nothing, or nothing is known.
 */
export function adsTxtState(
  index: AdsTxtIndex,
  place: SellingPlace,
  account: { asi: string; sid: string },
): AdsTxtVerdict {
  const seller = adsTxtSeller(account);
  return adsTxtStateBy(index, place, (sellers) => sellers.has(seller));
}

/** The same for whoever satisfies `isListed`: the sellers of a file, as `adsTxtSeller` writes them. */
export function adsTxtStateBy(
  index: AdsTxtIndex,
  place: SellingPlace,
  isListed: (sellers: ReadonlySet<string>) => boolean,
): AdsTxtVerdict {
  const file = place.app === '' ? fileOfSite(index, place.site) : fileOfApp(index, place.app);
  const partner = place.partner?.toLowerCase() ?? '';
  if (!file || file.state === 'unread') return 'unread';
  if (file.state === 'none') return partner === '' ? 'non_participating' : 'inconclusive';
  if (isListed(file.sellers)) return 'authorised';
  if (partner === '' || !file.partners.includes(partner)) return 'unauthorised';
  // The file of a partner counts for sites and apps alike, and no further.
  const ofPartner = index.files.get(`ads ${partner}`);
  if (ofPartner?.state !== 'file') return 'inconclusive';
  return isListed(ofPartner.sellers) ? 'authorised' : 'unauthorised';
}

/** A subdomain has a file of its own where its root domain says so and the file is there; else that of the root domain counts. */
function fileOfSite({ files }: AdsTxtIndex, host: string): FileFacts | undefined {
  const own = files.get(`ads ${host}`);
  if (own?.state === 'file') return own;
  const root = rootDomainOf(host);
  return root === null || root === host ? own : files.get(`ads ${root}`);
}

function fileOfApp({ files, hostsOfApp }: AdsTxtIndex, bundle: string): FileFacts | undefined {
  const found = (hostsOfApp.get(bundle) ?? []).map((host) => files.get(`app ${host}`));
  // As long as the first place was not looked at, the second one decides nothing.
  return found.find((file) => file?.state !== 'none') ?? found[0];
}
