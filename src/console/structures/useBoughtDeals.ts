import { deal, type DealRow } from '#model/index.ts';
import { useRows } from '../entities/useEntity.ts';

/** What campaigns need to know of a deal that they may bid under. */
export type BoughtDeal = Pick<DealRow, 'id' | 'name' | 'status' | 'floor'>;

/**
 * The deals under which the account buys, by id: those that are not archived, a thousand at most. Undefined until they
 * are there.
 */
export function useBoughtDeals(isWanted = true): ReadonlyMap<number, BoughtDeal> | undefined {
  const { data } = useRows(deal, { side: 'buy', size: 1000 }, { isWanted });
  return data && new Map(data.rows.map((row) => [row.id, row]));
}
