import type { DemandAccountRow, SubpublisherRow } from '../entity/entities.ts';

/**
 * The seller ID of a sub-publisher in supply chains, sellers.json and ads.txt: the configured one, else one derived
 * from its row id, which never changes.
 */
export function sellerIdOf({ id, sellersJson }: Pick<SubpublisherRow, 'id' | 'sellersJson'>): string {
  return sellersJson.id === '' ? `s${id}` : sellersJson.id;
}

/**
 * The seller ID of an account itself, which sells on channels without a sub-publisher: that of its first own entry,
 * else one derived from its row id.
 */
export function accountSellerIdOf({ id, sellersJson }: Pick<DemandAccountRow, 'id' | 'sellersJson'>): string {
  return sellersJson[0]?.id ?? `a${id}`;
}
