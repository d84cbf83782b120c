import type { Choice } from '../field/choice.ts';

/** The vendors of post-bid verification. */
export const verificationVendors = [
  { value: 'pix', label: 'Postbid pix' },
  { value: 'wh', label: 'Postbid wh' },
] as const satisfies readonly Choice[];

export type VerificationVendor = (typeof verificationVendors)[number]['value'];

/**
 * The kind of a category by the MRC's guidelines: general invalid traffic (GIVT) is found by lists and simple rules,
 * sophisticated (SIVT) takes analysis and human work.
 */
export type VerificationKind = 'valid' | 'givt' | 'sivt';

interface VerificationCategoryInfo {
  label: string;
  kind: VerificationKind;
}

/** The vendors' categories of impressions: each impression has exactly one. */
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

export type VerificationCategory = keyof typeof verificationCategories;

/** The categories of some kinds, in order. */
export function categoriesOf(...kinds: readonly VerificationKind[]): VerificationCategory[] {
  return (Object.keys(verificationCategories) as VerificationCategory[]).filter((key) =>
    kinds.includes(verificationCategories[key].kind),
  );
}
