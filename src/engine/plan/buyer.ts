/** Who can fill an impression: a tag of a waterfall, an ad exchange that is asked for bids, or the account's own campaigns. */
export type BuyerKind = 'tag' | 'adexchange' | 'campaigns';

/** A buyer; of an account's campaigns, who bid as one, the id is 0. */
export interface Buyer {
  kind: BuyerKind;
  id: number;
}

/** The id of an account's own campaigns among the candidates of an auction. */
export const campaignsId = 0;

/** The id of an ad exchange among the candidates of an auction, where tags have their own ids. */
export function idOfExchange(adexchangeId: number): number {
  return -adexchangeId;
}

/** Who a candidate of an auction is, by its id there. */
export function buyerOf(id: number): Buyer {
  if (id > 0) return { kind: 'tag', id };
  return id < 0 ? { kind: 'adexchange', id: -id } : { kind: 'campaigns', id: 0 };
}
