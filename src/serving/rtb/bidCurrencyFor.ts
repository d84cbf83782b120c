import type { PageCurrency } from '#standards/openrtb/prebid/readPrebidExt.ts';
import { amountOf, convertFromNanos, type Rates } from '#standards/openrtb/currency.ts';
import type { OwnBid } from './responseBidOf.ts';

/** The currency of our bids, and the conversion of a bid's price into it. */
export interface BidCurrency {
  currency: string;
  price: (bid: OwnBid) => OwnBid;
}

/** USD if accepted, else the first accepted currency with a rate; null when none has one (standards 2.4). */
export function bidCurrencyFor(accepted: readonly string[] | undefined, rates: Rates): BidCurrency | null {
  return accepted?.includes('USD') ? inUsd : firstWithRate(accepted, rates);
}

/**
 * The currency of bids for a page, as Prebid Server chooses it: the first accepted one with a rate, USD by default. The
 * page's own rates come before those of the operator, or replace them. They only decide what price the response shows:
 * floors and all that is billed follow the operator's.
 */
export function bidCurrencyForPage(
  accepted: readonly string[] | undefined,
  rates: Rates,
  page: PageCurrency | null,
): BidCurrency | null {
  if (!page) return firstWithRate(accepted, rates);
  return firstWithRate(accepted, new Map([...(page.usesServerRates ? rates : []), ...page.rates]));
}

const inUsd: BidCurrency = { currency: 'USD', price: (bid) => bid };

function firstWithRate(accepted: readonly string[] = [], rates: Rates): BidCurrency | null {
  if (accepted.length === 0) return inUsd;
  const currency = accepted.find((each) => rates.has(each));
  if (currency === undefined) return null;
  if (currency === 'USD') return inUsd;
  return {
    currency,
    price: (own) => {
      const units = convertFromNanos(own.cpm, currency, rates);
      return { ...own, bid: { ...own.bid, price: units === null ? 0 : amountOf(units) } };
    },
  };
}
