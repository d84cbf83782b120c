/** The kinds of buyers of an imp: a tag of a waterfall, an ad exchange, or the account's own campaigns. */
export type BuyerKind = 'tag' | 'adexchange' | 'campaigns';

/** A buyer. The id of own campaigns, which bid as one, is 0. */
export interface Buyer {
  kind: BuyerKind;
  id: number;
}

/** The candidate id of an account's own campaigns in an auction. */
export const campaignsId = 0;

/** The candidate id of an ad exchange in an auction; tags use their own ids. */
export function idOfExchange(adexchangeId: number): number {
  return -adexchangeId;
}

/** The buyer behind a candidate id. */
export function buyerOf(id: number): Buyer {
  if (id > 0) return { kind: 'tag', id };
  return id < 0 ? { kind: 'adexchange', id: -id } : { kind: 'campaigns', id: 0 };
}
