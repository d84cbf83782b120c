import { getDomain } from 'tldts';

/**
 * The root domain of a host or URL, lower case: its public suffix and one name before it. Suffixes of private owners
 * count too, as the sites under them have owners of their own. Null for addresses, single names and bare suffixes.
 */
export function rootDomainOf(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true })?.toLowerCase() ?? null;
}

/** Whether a text is a root domain and nothing else: no scheme, path, port or subdomain. */
export function isRootDomain(text: string): boolean {
  return rootDomainOf(text) === text.toLowerCase();
}
