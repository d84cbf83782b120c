import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtStore } from '#storage/adsTxt/adsTxtStore.ts';
import type { FileName } from '#storage/adsTxt/adsTxtNames.ts';

/**
 * The files to keep up with: that of the root domain of each site, those of subdomains that are seen and that the root
 * domain's file names, those of partners that files name, and those of the developers of apps.
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
    // A file decides about the subdomains of its own root domain alone, and a partner's file names no further ones.
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
