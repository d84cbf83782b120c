/** What is looked at of a deal that does not work, in this order. */
export const dealChecks = {
  status: 'The deal is in force',
  seller: 'Its supplier sells',
  traffic: 'Requests offer it',
  campaign: 'A campaign can bid',
  creative: 'A creative fits',
  floor: 'Bids are above the floor',
  price: 'The kind of auction agrees',
  seats: 'We are among the seats',
  adomains: 'The advertiser is among the domains',
  buyers: 'It is offered to somebody',
  bids: 'Bids come under it',
} as const;

/** One of them. */
export type DealCheckName = keyof typeof dealChecks;
