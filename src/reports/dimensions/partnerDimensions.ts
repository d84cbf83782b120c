import { companies } from '#model/reference/partners/companies.ts';
import type { Dimension } from './dimension.ts';

const withNone = [
  ...companies
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  { value: '', label: 'None' },
];

/** The partner of the supplier, as set when the report runs. */
export const supplierPartnerDimension = {
  key: 'supplier_partner',
  label: 'Supplier partner',
  definition: 'The company behind the supplier, as set on the supplier now. None for requests to channels.',
  group: 'Supply',
  kind: 'text',
  column: 'supplierId',
  partnerOf: 'supplier',
  choices: withNone,
  facts: 'supplier',
} as const satisfies Dimension;

/** The partner of the tag, as set when the report runs. */
export const partnerDimension = {
  key: 'partner',
  label: 'Partner',
  definition: 'The company that buys through the tag, whatever its integration, as set on the tag now.',
  group: 'Demand',
  kind: 'text',
  column: 'tagId',
  partnerOf: 'tag',
  choices: withNone,
  facts: 'demand',
} as const satisfies Dimension;

/** The partner of the ad exchange, as set when the report runs. */
export const exchangePartnerDimension = {
  key: 'adexchange_partner',
  label: 'Ad exchange partner',
  definition: 'The company behind the ad exchange, as set on it now. None for tags and own campaigns.',
  group: 'Demand',
  kind: 'text',
  column: 'adexchangeId',
  partnerOf: 'adexchange',
  choices: withNone,
  facts: 'buying',
} as const satisfies Dimension;
