import { asciiLabel } from './asciiLabel.ts';

/** Pattern of a domain, including subdomains: brand.example. */
export const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

/** Pattern of a domain or an empty text. */
export const optionalDomainPattern = /^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59}))?$/i;

export const domainPatternText = 'Must be a domain such as brand.example';

/** Maximum characters of a pasted address. */
export const maxAddressLength = 4096;

/** Invisible characters that browsers ignore in addresses: soft hyphen, zero-width space, word joiner, byte order mark. */
const ignored = /[\u00AD\u200B\u2060\uFEFF]/g;

/**
 * The host in the address of a page, in lower case and with plain letters for compatible ones, as browsers write it
 * (UTS 46): www.brand.example of https://user@WWW.ⓑrand.example.:8080/path?q. A scheme may be missing. Other texts are
 * returned without what looks like the parts of an address, and those beyond the length of an address as an empty text.
 * A backslash, which browsers read as a slash, stays, so that the result is no domain.
 */
export function hostInAddress(text: string): string {
  if (text.length > maxAddressLength) return '';
  return text
    .replace(ignored, '')
    .trim()
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/^[^/\\?#@]*@/, '')
    .replace(/[/?#:].*$/s, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('。', '.')
    .replace(/\.$/, '');
}

/** The same without www., as advertisers and sellers are named, and sites in requests. */
export function siteInAddress(text: string): string {
  return hostInAddress(text).replace(/^www\./, '');
}

/** Only visible letters, digits, marks and hyphens, and no mark at the start. */
const visibleLabel = /^(?!\p{M})(?![^]*\p{DI})[\p{L}\p{N}\p{M}_-]+$/u;

/**
 * The host of an address in ASCII (RFC 3492): bücher.example → xn--bcher-kva.example. Null if it is no domain, as an IP
 * address.
 */
export function asciiDomain(host: string): string | null {
  if (host.length > 253) return null;
  const ascii: string[] = [];
  for (const label of host.split('.')) {
    const form = visibleLabel.test(label) ? asciiLabel(label) : null;
    if (form === null || !/^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(form)) return null;
    ascii.push(form);
  }
  // A name whose last label is a number is an IP address.
  return ascii.length > 1 && !/^\d+$/.test(ascii.at(-1) ?? '') ? ascii.join('.') : null;
}

/** A pasted address or domain as the host that it names; any other text unchanged, to be refused by the pattern. */
export function pastedHost(text: string): string {
  return asciiDomain(hostInAddress(text)) ?? text;
}

/** The same without www. */
export function pastedDomain(text: string): string {
  return asciiDomain(siteInAddress(text)) ?? text;
}
