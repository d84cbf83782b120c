import { verificationCategories, verificationVendors } from '#model/index.ts';
import type { Dimension } from './dimension.ts';

/** Dimensions of vendors’ results; measured impressions only have the vendor. */
export const resultDimensions = [
  {
    key: 'vendor',
    label: 'Vendor',
    definition: 'The post-bid verification vendor that measured the impression.',
    group: 'Outcome',
    kind: 'text',
    column: 'vendor',
    choices: verificationVendors,
    facts: 'results',
  },
  {
    key: 'pb_category',
    label: 'Postbid category',
    definition: 'How the vendor classified the impression.',
    group: 'Outcome',
    kind: 'text',
    column: 'category',
    choices: Object.entries(verificationCategories).map(([value, { label }]) => ({ value, label })),
    facts: 'results',
  },
] as const satisfies readonly Dimension[];
