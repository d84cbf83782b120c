import type { DemandAccountRow, SubpublisherRow } from '../entity/entities.ts';

/**
 * The id under which supply chains, sellers.json and ads.txt name a sub-publisher: the one it was given, else one made
 * of its row, which never changes.
 */
export function sellerIdOf({ id, sellersJson }: Pick<SubpublisherRow, 'id' | 'sellersJson'>): string {
  return sellersJson.id === '' ? `s${id}` : sellersJson.id;
}

/** The id under which they name an account itself, which sells on channels without a sub-publisher: that of its first own entry, else one made of its row. */
export function accountSellerIdOf({ id, sellersJson }: Pick<DemandAccountRow, 'id' | 'sellersJson'>): string {
  return sellersJson[0]?.id ?? `a${id}`;
}
