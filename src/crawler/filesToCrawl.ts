import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtStore } from '#storage/adsTxt/adsTxtStore.ts';
import type { FileName } from '#storage/adsTxt/adsTxtNames.ts';

/**
 * The files to crawl: of the root domain of each site, of observed subdomains that the root domain's file lists, of
 * partners that files list, and of app developers.
 */
export function filesToCrawl(
  sites: readonly string[],
  referrals: Awaited<ReturnType<AdsTxtStore['referrals']>>,
  appHosts: readonly string[],
): FileName[] {
  const seen = new Set(sites);
  const roots = new Set(sites.flatMap((site) => rootDomainOf(site) ?? []));
  const hosts = new Set(roots);
  for (const { kind, host, subdomains, partners } of referrals) {
    // A file may list subdomains of its own root domain only, and a partner's file is not followed further.
    const isOwners = kind === 'app' || roots.has(rootDomainOf(host) ?? '');
    if (!isOwners) continue;
    for (const subdomain of subdomains)
      if (seen.has(subdomain) && rootDomainOf(subdomain) === host) hosts.add(subdomain);
    for (const partner of partners) hosts.add(partner);
  }
  return [
    ...[...hosts].map((host): FileName => ({ kind: 'ads', host })),
    ...[...new Set(appHosts)].map((host): FileName => ({ kind: 'app', host })),
  ];
}
