import { getDomain } from 'tldts';

/**
 * The root domain of a host or URL, lower case: its public suffix and one label before it. Private suffixes count too,
 * because the sites below them have their own owners. Null for IP addresses, single labels and bare suffixes.
 */
export function rootDomainOf(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true })?.toLowerCase() ?? null;
}

/** Whether a text is a root domain and nothing else: no scheme, path, port or subdomain. */
export function isRootDomain(text: string): boolean {
  return rootDomainOf(text) === text.toLowerCase();
}
