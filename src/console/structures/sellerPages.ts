import type { SellerEntry } from '#model/index.ts';
import { foldText } from '../lib/rows.ts';

/** Sellers per page. */
export const sellersOnPage = 25;

/** The page (from 1) of the seller at an index of the whole list. */
export function pageOfSeller(index: number): number {
  return Math.floor(index / sellersOnPage) + 1;
}

/** The sellers whose ID, domain or name contains the text, each with its index in the whole list. */
export function findSellers(sellers: readonly SellerEntry[], query: string): { seller: SellerEntry; index: number }[] {
  const text = foldText(query.trim());
  return sellers
    .map((seller, index) => ({ seller, index }))
    .filter(({ seller: { id, domain, name } }) => [id, domain, name].some((each) => foldText(each).includes(text)));
}
