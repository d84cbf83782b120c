import { asciiLabel } from './asciiLabel.ts';

const domainForm = '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})';

/** Pattern of a domain, including subdomains: brand.example. */
export const domainPattern = new RegExp(`^${domainForm}$`, 'i');

/** Pattern of a domain or an empty text. */
export const optionalDomainPattern = new RegExp(`^(${domainForm})?$`, 'i');

export const domainPatternText = 'Must be a domain such as brand.example';

/**
 * The host in the address of a page, in lower case: www.brand.example of https://user@WWW.Brand.example.:8080/path?q. A
 * scheme may be missing. Other texts are returned without what looks like the parts of an address.
 */
export function hostInAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/^[^/?#@]*@/, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/\.$/, '');
}

/** A host in ASCII (RFC 3492): bücher.example → xn--bcher-kva.example. Null if it is no domain, as an IP address. */
export function asciiDomain(host: string): string | null {
  const ascii = host.normalize('NFC').split('.').map(asciiLabel);
  const isDomain = ascii.length > 1 && ascii.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  // A name whose last label is a number is an IP address.
  return isDomain && !/^\d+$/.test(ascii.at(-1) ?? '') ? ascii.join('.') : null;
}

/** A pasted address or domain as the host that it names; any other text unchanged, to be refused by the pattern. */
export function pastedHost(text: string): string {
  return asciiDomain(hostInAddress(text)) ?? text;
}

/** The same without www., as advertisers and sellers are named. */
export function pastedDomain(text: string): string {
  return asciiDomain(hostInAddress(text).replace(/^www\./, '')) ?? text;
}
