import type { FieldChange } from '../entity/changes.ts';
import type { Usd } from '../money/money.ts';

/** What an account is charged: USD per 1,000 requests, impressions and measured impressions, and a percentage of marketplace revenue. */
export interface Prices {
  priceReq: Usd;
  priceImp: Usd;
  priceDsp: number;
  pricePostbid: Usd;
}

/** The fields of an account that are prices, in the order in which people read them. */
export const priceFields = ['priceReq', 'priceImp', 'priceDsp', 'pricePostbid'] as const;

/** A change of an account as the log tells it. */
export interface PriceChange {
  /** ISO 8601. */
  at: string;
  fields: readonly FieldChange[];
}

/** The prices of a stretch of time. `change` is what began it; null = it reaches back to the account's beginning. */
export interface PriceVersion<C extends PriceChange = PriceChange> {
  prices: Prices;
  change: C | null;
}

/** The prices of an account. */
export function pricesOf({ priceReq, priceImp, priceDsp, pricePostbid }: Prices): Prices {
  return { priceReq, priceImp, priceDsp, pricePostbid };
}

/**
 * Every version of an account's prices, the oldest first, from what they are and how they came to be: changes in the
 * order in which they were made. Read backwards, so that it is right also where the log does not reach the beginning.
 */
export function priceVersions<C extends PriceChange>(current: Prices, changes: readonly C[]): PriceVersion<C>[] {
  const versions: PriceVersion<C>[] = [];
  let prices = pricesOf(current);
  for (const change of changes.toReversed()) {
    const before = Object.fromEntries(
      change.fields
        .filter(({ field, from }) => (priceFields as readonly string[]).includes(field) && from !== null)
        .map(({ field, from }) => [field, from]),
    );
    const isFirst = Object.keys(before).length === 0;
    versions.unshift({ prices, change });
    if (isFirst) return versions;
    prices = { ...prices, ...before };
  }
  versions.unshift({ prices, change: null });
  return versions;
}

/** The prices in force at an instant, ISO 8601 in UTC with milliseconds as logs have it; before the first version those of the first. */
export function pricesAt(versions: readonly PriceVersion[], at: string): Prices {
  const found = versions.findLast(({ change }) => change === null || change.at <= at) ?? versions[0];
  if (!found) throw new RangeError('an account without prices');
  return found.prices;
}
