import { ratesOf } from '#engine/snapshot/rates.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { amountOf, convertFromNanos } from '#standards/openrtb/currency.ts';
import type { OwnBid } from './responseBidOf.ts';

/** The currency of our bids, and the conversion of a bid's price into it. */
export interface BidCurrency {
  currency: string;
  price: (bid: OwnBid) => OwnBid;
}

/** USD if accepted, else the first accepted currency with a rate; null when none has one (standards 2.4). */
export function bidCurrencyFor(snapshot: Snapshot, accepted: readonly string[] | undefined): BidCurrency | null {
  if (!accepted || accepted.length === 0 || accepted.includes('USD')) return { currency: 'USD', price: (bid) => bid };
  const rates = ratesOf(snapshot);
  const currency = accepted.find((each) => rates.has(each));
  if (currency === undefined) return null;
  return {
    currency,
    price: (own) => {
      const units = convertFromNanos(own.cpm, currency, rates);
      return { ...own, bid: { ...own.bid, price: units === null ? 0 : amountOf(units) } };
    },
  };
}
