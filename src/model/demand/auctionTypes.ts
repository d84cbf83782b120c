/** The price that the winner of an auction pays. */
export const auctionTypes = [
  {
    value: 'first',
    label: 'First price: winning bid',
    formerLabels: ['First price: pays its bid', 'First price: what it bids'],
  },
  {
    value: 'second',
    label: 'Second price: next bid + $0.01',
    formerLabels: ['Second price: a cent more than the next best offer'],
  },
] as const;
