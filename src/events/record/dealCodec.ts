import type { OfferedTerms, OfferedDeal } from './records.ts';

/** Deals that a request offered, flat: of each its id, then on what terms, or 0 where that was told lately. */
export type DealItems = (string | OfferedTerms | 0)[];

/** Offered deals as a record keeps them. */
export function dealItems(deals: readonly OfferedDeal[]): DealItems {
  return deals.flatMap(({ deal, told: terms }): DealItems => [deal, terms ?? 0]);
}

/** The deals of their items; they are not judged. */
export function dealsOf(items: DealItems): OfferedDeal[] {
  const deals: OfferedDeal[] = [];
  for (let at = 0; at + 2 <= items.length; at += 2) {
    const [deal, terms] = [items[at] as string, items[at + 1] as OfferedTerms | 0];
    deals.push(terms === 0 ? { deal } : { deal, told: terms });
  }
  return deals;
}
