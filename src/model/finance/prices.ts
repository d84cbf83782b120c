import type { FieldChange } from '../entity/changes.ts';
import type { Usd } from '../money/money.ts';

/**
 * The prices of an account: USD per 1,000 requests, impressions and measured impressions, and a percentage of
 * marketplace revenue.
 */
export interface Prices {
  priceReq: Usd;
  priceImp: Usd;
  priceDsp: number;
  pricePostbid: Usd;
}

/** The price fields of an account, in display order. */
export const priceFields = ['priceReq', 'priceImp', 'priceDsp', 'pricePostbid'] as const;

/** A logged change of an account. */
export interface PriceChange {
  /** ISO 8601. */
  at: string;
  fields: readonly FieldChange[];
}

/** The prices of a period. `change` started it; null = it starts with the account. */
export interface PriceVersion<C extends PriceChange = PriceChange> {
  prices: Prices;
  change: C | null;
}

/** The price fields of an account. */
export function pricesOf({ priceReq, priceImp, priceDsp, pricePostbid }: Prices): Prices {
  return { priceReq, priceImp, priceDsp, pricePostbid };
}

/**
 * All versions of an account's prices, oldest first, from its current prices and their changes in order. Changes are
 * read backwards, so the result is correct even where the log does not reach the beginning.
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

/**
 * The prices in force at an instant (ISO 8601 in UTC with milliseconds, as in logs); those of the first version before
 * it.
 */
export function pricesAt(versions: readonly PriceVersion[], at: string): Prices {
  const found = versions.findLast(({ change }) => change === null || change.at <= at) ?? versions[0];
  if (!found) throw new RangeError('an account without prices');
  return found.prices;
}
