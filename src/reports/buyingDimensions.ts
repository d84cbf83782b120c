import type { Dimension } from './dimensions.ts';

/** The supplier that asked. */
export const supplierDimension = {
  key: 'supplier',
  label: 'Supplier',
  definition: 'The inbound RTB partner whose request it was; none for requests to channels.',
  group: 'Supply',
  kind: 'id',
  column: 'supplierId',
  entity: 'supplier',
  facts: 'supplier',
} as const satisfies Dimension;

/** Who bought, and under what agreement. */
export const buyingDimensions = [
  {
    key: 'campaign',
    label: 'Campaign',
    definition: 'The own campaign that was looked at, bid or shown; none for tags and ad exchanges.',
    group: 'Demand',
    kind: 'id',
    column: 'campaignId',
    entity: 'campaign',
    facts: 'buying',
  },
  {
    key: 'own_creative',
    label: 'Own creative',
    definition: 'The creative of the campaign that was bid or shown.',
    group: 'Demand',
    kind: 'id',
    column: 'creativeId',
    entity: 'creative',
    facts: 'buying',
  },
  {
    key: 'adexchange',
    label: 'Ad exchange',
    definition: 'The outbound RTB buyer that was asked or shown; none for tags and own campaigns.',
    group: 'Demand',
    kind: 'id',
    column: 'adexchangeId',
    entity: 'adexchange',
    facts: 'buying',
  },
  {
    key: 'deal',
    label: 'Deal',
    definition: 'Id of the deal under which the impression was bid for or sold, as its seller knows it.',
    group: 'Demand',
    kind: 'text',
    column: 'deal',
    facts: 'buying',
  },
] as const satisfies readonly Dimension[];
