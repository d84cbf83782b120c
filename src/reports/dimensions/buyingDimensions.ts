import type { Dimension } from './dimension.ts';

/** The supplier that sent the request. */
export const supplierDimension = {
  key: 'supplier',
  label: 'Supplier',
  definition: 'The inbound OpenRTB partner that sent the bid request. No supplier for requests to channels.',
  group: 'Supply',
  kind: 'id',
  column: 'supplierId',
  entity: 'supplier',
  none: 'No supplier (SSP)',
  facts: 'supplier',
} as const satisfies Dimension;

/** Dimensions of the buyer and the deal. */
export const buyingDimensions = [
  {
    key: 'campaign',
    label: 'Campaign',
    definition: 'The own campaign that was considered, bid or was shown. None for tags and ad exchanges.',
    group: 'Demand',
    kind: 'id',
    column: 'campaignId',
    entity: 'campaign',
    facts: 'buying',
  },
  {
    key: 'own_creative',
    label: 'Own creative',
    definition: 'The creative that the own campaign bid with or showed.',
    group: 'Demand',
    kind: 'id',
    column: 'creativeId',
    entity: 'creative',
    facts: 'buying',
  },
  {
    key: 'adexchange',
    label: 'Ad exchange',
    definition: 'The outbound OpenRTB buyer that was called or shown. None for tags and own campaigns.',
    group: 'Demand',
    kind: 'id',
    column: 'adexchangeId',
    entity: 'adexchange',
    facts: 'buying',
  },
  {
    key: 'deal',
    label: 'Deal',
    definition: 'Deal ID under which the impression was bid on or sold, as the seller knows it.',
    group: 'Demand',
    kind: 'text',
    column: 'deal',
    facts: 'buying',
  },
] as const satisfies readonly Dimension[];
