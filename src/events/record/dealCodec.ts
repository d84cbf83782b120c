import type { OfferedTerms, OfferedDeal } from './records.ts';

/**
 * Offered deals of a request as a flat list: the ID of each, then its terms, or 0 where they were recorded recently.
 */
export type DealItems = (string | OfferedTerms | 0)[];

/** Converts offered deals to the form in records. */
export function dealItems(deals: readonly OfferedDeal[]): DealItems {
  return deals.flatMap(({ deal, terms }): DealItems => [deal, terms ?? 0]);
}

/** Converts items to offered deals without validation. */
export function dealsOf(items: DealItems): OfferedDeal[] {
  const deals: OfferedDeal[] = [];
  for (let at = 0; at + 2 <= items.length; at += 2) {
    const [deal, terms] = [items[at] as string, items[at + 1] as OfferedTerms | 0];
    deals.push(terms === 0 ? { deal } : { deal, terms });
  }
  return deals;
}
