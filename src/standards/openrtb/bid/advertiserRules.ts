import type { BidFault } from './bidFault.ts';
import type { OfferedCreative } from './responseTypes.ts';
import type { BidRequest } from '../types.ts';

/** The fields of a request that restrict advertisers. */
type AdvertiserTerms = Pick<BidRequest, 'badv' | 'bapp' | 'bcat' | 'acat' | 'cattax'>;

/** The rule that an advertiser violates by its domains, categories or app; null when there is none. */
export function advertiserFault(bid: OfferedCreative, request: AdvertiserTerms): BidFault | null {
  const { badv, bapp } = request;
  if (badv?.length && bid.adomain) {
    for (const text of bid.adomain) {
      if (text === '') continue;
      const domain = domainOf(text);
      if (domain === null) return 'advertiser_malformed';
      if (isUnderAny(domain, badv)) return 'advertiser_blocked';
    }
  }
  return categoryFault(bid, request) ?? (bid.bundle && bapp?.includes(bid.bundle) ? 'app_blocked' : null);
}

/** Whether there are domains and each is one of `allowed` or a subdomain of one. */
export function isWithinDomains(adomain: readonly string[] | undefined, allowed: readonly string[]): boolean {
  if (!adomain?.length) return false;
  return adomain.every((text) => {
    const domain = domainOf(text);
    return domain !== null && isUnderAny(domain, allowed);
  });
}

const plainDomain = /^(?!www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** The host in a bidder's domain field, which is often a URL: lower case, without www.; null when there is none. */
function domainOf(text: string): string | null {
  if (plainDomain.test(text)) return text;
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\.|\.$/g, '');
  return /^[^\s.@]+(?:\.[^\s.@]+)+$/.test(host) ? host : null;
}

function isUnderAny(domain: string, rules: readonly string[]): boolean {
  for (const rule of rules) if (isUnder(domain, rule)) return true;
  return false;
}

/** Whether a domain is the rule's or a subdomain of it. Lists are long: most rules fail on length alone. */
function isUnder(domain: string, rule: string): boolean {
  const skipped = skippedOf(rule);
  const start = domain.length - (rule.length - skipped);
  if (start < 0 || rule.length === skipped || (start > 0 && domain.charCodeAt(start - 1) !== 0x2e)) return false;
  for (let at = skipped; at < rule.length; at += 1) {
    if (domain.charCodeAt(start + at - skipped) !== lowerCode(rule.charCodeAt(at))) return false;
  }
  return true;
}

/** Number of leading characters of a rule that only mean "and all subdomains". */
function skippedOf(rule: string): number {
  switch (rule.charCodeAt(0)) {
    case 0x2e: // .
      return 1;
    case 0x2a: // *
      return rule.startsWith('*.') ? 2 : 0;
    case 0x77: // w
    case 0x57:
      return /^www\./i.test(rule) ? 4 : 0;
    default:
      return 0;
  }
}

function lowerCode(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

function categoryFault(bid: OfferedCreative, { bcat, acat, cattax }: AdvertiserTerms): BidFault | null {
  const isOther = bid.cattax !== undefined && bid.cattax !== (cattax ?? 1);
  if (bcat?.length && bid.cat) {
    for (const code of bid.cat) if (isInAny(code, bcat, isOther)) return 'category_blocked';
  }
  if (acat?.length && !(bid.cat?.length && bid.cat.every((code) => isInAny(code, acat, isOther)))) {
    return 'category_not_allowed';
  }
  return null;
}

/**
 * Whether a category is in any rule. Numbers differ between taxonomies; names of the first one ("IAB7-39") are
 * unambiguous.
 */
function isInAny(code: string, rules: readonly string[], isOtherTaxonomy: boolean): boolean {
  const name = code.trim().toUpperCase();
  if (isOtherTaxonomy && !name.startsWith('IAB')) return false;
  for (const rule of rules) if (isInCategory(name, rule)) return true;
  return false;
}

/** Whether a category is the rule's or a subcategory: IAB7-39 is part of IAB7. */
function isInCategory(name: string, rule: string): boolean {
  const { length } = rule;
  if (length === 0 || (name.length !== length && name[length] !== '-')) return false;
  return name.startsWith(rule) || name.startsWith(rule.toUpperCase());
}
