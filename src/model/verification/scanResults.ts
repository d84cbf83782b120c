import type { Choice } from '../field/fields.ts';

/** The vendors of postbid measurement. */
export const verificationVendors = [
  { value: 'pix', label: 'Postbid pix' },
  { value: 'wh', label: 'Postbid wh' },
] as const satisfies readonly Choice[];

/** Id of a vendor. */
export type VerificationVendor = (typeof verificationVendors)[number]['value'];

/**
 * What a category is by the MRC's guidelines: general invalid traffic (GIVT) is told by lists and plain rules,
 * sophisticated (SIVT) needs analysis and the work of people.
 */
export type VerificationKind = 'valid' | 'givt' | 'sivt';

interface VerificationCategoryInfo {
  label: string;
  kind: VerificationKind;
}

/** What a vendor finds impressions to be; each is exactly one of these. */
export const verificationCategories = {
  valid: { label: 'Valid', kind: 'valid' },
  crawler: { label: 'Non-malicious bots', kind: 'givt' },
  reputation: { label: 'Reputation', kind: 'givt' },
  other_givt: { label: 'Other GIVT', kind: 'givt' },
  bot: { label: 'Bots and viruses', kind: 'sivt' },
  tools: { label: 'Hostile tools', kind: 'sivt' },
  proxy: { label: 'Tunneled traffic', kind: 'sivt' },
  view: { label: 'View fraud', kind: 'sivt' },
  spoofing: { label: 'Publisher fraud', kind: 'sivt' },
  other_sivt: { label: 'Other SIVT', kind: 'sivt' },
} as const satisfies Record<string, VerificationCategoryInfo>;

/** Id of a category. */
export type VerificationCategory = keyof typeof verificationCategories;

/** The categories of some kinds, in their order. */
export function categoriesOf(...kinds: readonly VerificationKind[]): VerificationCategory[] {
  return (Object.keys(verificationCategories) as VerificationCategory[]).filter((key) =>
    kinds.includes(verificationCategories[key].kind),
  );
}
