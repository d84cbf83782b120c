import { domainPattern, domainPatternText, pastedDomain } from '../field/domains.ts';
import { texts, tree } from '../field/fields.ts';

/** The fields that block ads, by advertiser domain and by what ads declare. */
export const blockedAds = {
  blockedAdomains: texts({
    label: 'Blocked advertisers',
    item: 'domain',
    max: 1000,
    itemMax: 253,
    pattern: domainPattern,
    patternText: domainPatternText,
    rewrite: pastedDomain,
    tab: 'Quality',
    help: 'Advertiser domains. Subdomains are included.',
  }),
  blockedCategories: tree({
    label: 'Blocked categories',
    tree: 'iabCategories',
    tab: 'Quality',
    column: 'optional',
    help: 'Ads that declare one of these IAB categories are rejected.',
  }),
} as const;
