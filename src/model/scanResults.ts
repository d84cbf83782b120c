import type { Choice } from './fields.ts';

/** The vendors of postbid measurement. */
export const scanVendors = [
  { value: 'pix', label: 'Postbid pix' },
  { value: 'wh', label: 'Postbid wh' },
] as const satisfies readonly Choice[];

/** Id of a vendor. */
export type ScanVendor = (typeof scanVendors)[number]['value'];

/**
 * What a category is by the MRC's guidelines: general invalid traffic (GIVT) is told by lists and plain rules,
 * sophisticated (SIVT) needs analysis and the work of people.
 */
export type ScanKind = 'valid' | 'givt' | 'sivt';

interface ScanCategoryWords {
  label: string;
  kind: ScanKind;
  /** What such impressions are. */
  text: string;
}

/** What a vendor finds impressions to be; each is exactly one of these. */
export const scanCategories = {
  valid: { label: 'Valid', kind: 'valid', text: 'seen by people' },
  crawler: { label: 'Non-malicious bots', kind: 'givt', text: 'bots, spiders and crawlers that say so' },
  reputation: {
    label: 'Reputation',
    kind: 'givt',
    text: 'known data centres and addresses that lists name for earlier invalid traffic',
  },
  givt: { label: 'Other GIVT', kind: 'givt', text: 'general invalid traffic of a kind that is not told' },
  bot: { label: 'Bots and viruses', kind: 'sivt', text: 'bots that pose as people, and hijacked devices' },
  tools: { label: 'Hostile tools', kind: 'sivt', text: 'emulators, automation and tampered software' },
  proxy: { label: 'Tunneled traffic', kind: 'sivt', text: 'proxies and tunnels that hide who asks' },
  view: {
    label: 'View fraud',
    kind: 'sivt',
    text: 'ads that nobody can see: stacked, hidden, played in the background',
  },
  spoofing: { label: 'Publisher fraud', kind: 'sivt', text: 'sites and apps that pass for others' },
  sivt: { label: 'Other SIVT', kind: 'sivt', text: 'sophisticated invalid traffic of a kind that is not told' },
} as const satisfies Record<string, ScanCategoryWords>;

/** Id of a category. */
export type ScanCategory = keyof typeof scanCategories;

/** The categories of some kinds, in their order. */
export function categoriesOf(...kinds: readonly ScanKind[]): ScanCategory[] {
  return (Object.keys(scanCategories) as ScanCategory[]).filter((key) => kinds.includes(scanCategories[key].kind));
}
