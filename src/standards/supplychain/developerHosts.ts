import { rootDomainOf } from './rootDomain.ts';

/**
 * The hosts to search for an app-ads.txt, in order: for a developer's URL, the subdomain next to the root domain,
 * unless it is www or m, then the root domain. Empty for a URL without a root domain.
 */
export function developerHosts(url: string): string[] {
  const host = hostnameOf(url);
  const root = rootDomainOf(host);
  if (root === null) return [];
  const label =
    host
      .slice(0, -root.length - 1)
      .split('.')
      .at(-1) ?? '';
  return label === '' || label === 'www' || label === 'm' ? [root] : [`${label}.${root}`, root];
}

function hostnameOf(url: string): string {
  const match = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url.trim());
  return (match?.[1] ?? '').toLowerCase().replace(/\.$/, '');
}
