import type { SellerEntry } from '#model/index.ts';
import { foldText } from '../lib/rows.ts';

/** Rows of sellers on one page. */
export const sellersOnPage = 25;

/** The page, from 1, on which the seller at a place of the whole list stands. */
export function pageOfSeller(index: number): number {
  return Math.floor(index / sellersOnPage) + 1;
}

/** The sellers whose id, domain or name holds the text, each with its place in the whole list. */
export function findSellers(sellers: readonly SellerEntry[], query: string): { seller: SellerEntry; index: number }[] {
  const text = foldText(query.trim());
  return sellers
    .map((seller, index) => ({ seller, index }))
    .filter(({ seller: { id, domain, name } }) => [id, domain, name].some((each) => foldText(each).includes(text)));
}
