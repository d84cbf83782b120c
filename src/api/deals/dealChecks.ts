/** The checks of a deal, in their order, with their labels. */
export const dealChecks = {
  status: 'Deal is active',
  seller: 'Supplier is live',
  traffic: 'Requests offer the deal',
  campaign: 'A campaign can bid',
  creative: 'A creative matches',
  floor: 'Bids meet the floor',
  price: 'Price terms match',
  seats: 'Our seat is allowed',
  adomains: 'Advertiser domain is allowed',
  buyers: 'Deal has buyers',
  bids: 'Bids use the deal',
} as const;

export type DealCheckName = keyof typeof dealChecks;

/** The checks whose results name prices. */
export const priceChecks: ReadonlySet<DealCheckName> = new Set<DealCheckName>(['floor', 'price']);
